import { Worker } from "edgewise";

await new Worker({ pollSecs: 1 })
  .handle(process.argv[2] ?? "", async () => {
    console.log("started");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return "drained";
  })
  .run();
