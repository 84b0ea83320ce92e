/** Why a request is not taken for a call of Edgewise. */
export class SignatureError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SignatureError";
  }
}

/** What `verifySignature` needs besides the request. */
export interface SignatureOptions {
  /** The secrets in WEBHOOK_SIGNING_SECRET (`whsec_...`); during a rotation the old and the new one. */
  secrets: readonly string[];
  /** How far the clocks may differ; 300. */
  toleranceSecs?: number | undefined;
  /** The time in milliseconds; the clock. */
  now?: (() => number) | undefined;
}

const PREFIX = "whsec_";

/** Checks the Standard Webhooks signature of a request; throws a `SignatureError` if none of the secrets made it. */
export async function verifySignature(headers: Headers, body: Uint8Array, options: SignatureOptions): Promise<void> {
  const id = headers.get("webhook-id");
  const timestamp = headers.get("webhook-timestamp");
  const signatures = headers.get("webhook-signature");
  if (id === null || timestamp === null || signatures === null) {
    throw new SignatureError("The request is not signed: webhook-id, webhook-timestamp or webhook-signature is missing");
  }
  const age = (options.now ?? Date.now)() / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > (options.toleranceSecs ?? 300)) {
    throw new SignatureError("The signature is too old, or the clocks differ too much");
  }
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const given = signatures
    .split(" ")
    .filter((each) => each.startsWith("v1,"))
    .map((each) => decoded(each.slice(3)))
    .filter((each) => each !== undefined);
  let genuine = false;
  for (const secret of options.secrets) {
    const key = await keyOf(secret);
    for (const signature of given) {
      // The comparison of Web Crypto takes a constant time.
      genuine = (await crypto.subtle.verify("HMAC", key, signature, signed)) || genuine;
    }
  }
  if (!genuine) {
    throw new SignatureError("None of the secrets made the signature");
  }
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = decoded(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === undefined || bytes.length === 0) {
    throw new TypeError("A signing secret is whsec_ and base64, as in WEBHOOK_SIGNING_SECRET");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
