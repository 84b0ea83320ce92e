// Removes what former builds left, so that no removed file is published.
import { rmSync } from "node:fs";

for (const folder of ["dist", "build"]) {
  rmSync(new URL(`../${folder}`, import.meta.url), { recursive: true, force: true });
}
