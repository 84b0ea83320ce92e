export { TaskHandle } from "./handle.js";
export { MemoryKeys, type KeptAnswer, type KeyStore } from "./keys.js";
export { LATER, receiver, type CallTrigger, type ReceivedCall, type ReceiverOptions } from "./receiver.js";
export { SignatureError, verifySignature, type SignatureOptions } from "./signature.js";
