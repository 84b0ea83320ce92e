// Turns the OpenAPI document of a server into the modules of src/generated.
import { declaration, enumerations, enumerationTypes, reachable, references, type } from "./types.mjs";

const HEAD = "// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.\n";
const METHODS = ["get", "put", "post", "patch", "delete"];

/** Returns the text of each module by its name. */
export function generated(document) {
  const schemas = document.components.schemas;
  const operations = operationsOf(document);
  const taken = reachable(schemas, operations.flatMap((operation) => references(operation.body ?? {})));
  const given = reachable(schemas, operations.flatMap((operation) => references(operation.answer ?? {})));
  const modules = { "enumerations.ts": HEAD + "\n" + enumerationTypes().join("") };
  const homes = new Map();
  const tags = [...new Set(operations.map((operation) => operation.tag))].sort();
  for (const tag of tags) {
    const own = operations.filter((operation) => operation.tag === tag);
    claim(homes, reachable(schemas, own.flatMap((each) => references(each.body ?? {}))), `${tag}-requests`);
  }
  for (const tag of tags) {
    const own = operations.filter((operation) => operation.tag === tag);
    claim(homes, reachable(schemas, own.flatMap((each) => references(each.answer ?? {}))), `${tag}-answers`);
  }
  const names = [...homes.keys()].filter((name) => taken.has(name) || given.has(name));
  for (const home of new Set(homes.values())) {
    const own = names.filter((name) => homes.get(name) === home).sort();
    const text = own.map((name) => declaration(name, schemas[name], taken.has(name))).join("\n");
    modules[`${home}.ts`] = `${HEAD}\n${imports(own.flatMap((name) => references(schemas[name])), homes, home, text)}${text}`;
  }
  for (const tag of tags) {
    modules[`${tag}.ts`] = operationsModule(tag, operations.filter((operation) => operation.tag === tag), homes);
  }
  const stems = Object.keys(modules).map((name) => name.slice(0, -3)).sort();
  modules["index.ts"] = indexModule(tags, stems);
  return modules;
}

function claim(homes, names, home) {
  for (const name of names) {
    if (!homes.has(name)) {
      homes.set(name, home);
    }
  }
}

function operationsOf(document) {
  const found = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of METHODS.filter((name) => path.startsWith("/v1/") && methods[name] !== undefined)) {
      found.push(operationOf(document, path, method, methods[method]));
    }
  }
  return found.sort((left, right) => (left.name < right.name ? -1 : 1));
}

function operationOf(document, path, method, operation) {
  const parameters = operation.parameters ?? [];
  const answer = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, response]) => response.content?.["application/json"]?.schema)
    .find((schema) => schema !== undefined);
  const items = document.components.schemas[references(answer ?? {})[0]]?.properties;
  return {
    name: operation.operationId,
    tag: operation.tags[0].toLowerCase(),
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    arguments: parameters.filter((each) => each.in === "path").map((each) => each.name),
    query: parameters.filter((each) => each.in === "query"),
    keyed: parameters.some((each) => each.in === "header" && each.name === "Idempotency-Key"),
    body: operation.requestBody?.content["application/json"]?.schema,
    bodyRequired: operation.requestBody?.required === true,
    answer,
    itemSchema: items?.next_cursor === undefined ? undefined : items.items.items,
    item: answer?.$ref !== undefined && items?.next_cursor !== undefined ? type(items.items.items) : undefined,
  };
}

/** Whether an operation answers otherwise when it is only tried. */
function tried(operation) {
  return optionMembers(operation).some((member) => member.includes("dry_run")) && type(operation.answer).includes(" | ");
}

/** The method of such an operation, typed by its option dry_run. */
function triable(operation, given, answers) {
  const [done, checked] = answers.split(" | ");
  const options = optionsName(operation);
  const line = (option, answer) => `  ${operation.name}(${[...given, option].join(", ")}): Promise<${answer}>;\n`;
  return [
    `  /** ${operation.summary}. */\n`,
    line(`options?: ${options} & { dry_run?: false | undefined }`, done),
    `  /** ${operation.summary}: only try it. */\n`,
    line(`options: ${options} & { dry_run: true }`, checked),
  ].join("");
}

function operationsModule(tag, operations, homes) {
  const lines = operations.flatMap((operation) => {
    const given = operation.answer === undefined ? "void" : type(operation.answer);
    const options = `options?: ${optionMembers(operation).length === 0 ? "RequestOptions" : optionsName(operation)}`;
    const path = operation.arguments.map((name) => `${name}: string`);
    const body = operation.body === undefined ? [] : [`body${operation.bodyRequired ? "" : "?"}: ${type(operation.body)}`];
    const signature = [...path, ...body, options].join(", ");
    const method = tried(operation)
      ? triable(operation, [...path, ...body], given)
      : `  /** ${operation.summary}. */\n  ${operation.name}(${signature}): Promise<${given}>;\n`;
    const each = `  /** ${operation.summary}, page by page. */\n  ${iterator(operation.name)}(${signature}): AsyncIterableIterator<${operation.item}>;\n`;
    return operation.item === undefined ? [method] : [method, each];
  });
  const rows = operations.map((operation) => {
    const more = [
      `method: "${operation.method}"`,
      `path: "${operation.path}"`,
      ...(operation.body === undefined ? [] : ["body: true"]),
      ...(operation.keyed ? ["keyed: true"] : []),
      ...(operation.item === undefined ? [] : [`iterator: "${iterator(operation.name)}"`]),
    ];
    return `  ${operation.name}: { ${more.join(", ")} },\n`;
  });
  const options = operations.map(optionsDeclaration).join("");
  const text = lines.join("");
  const used = operations
    .flatMap((operation) => [operation.body, operation.answer, operation.itemSchema])
    .flatMap((schema) => references(schema ?? {}));
  return [
    HEAD,
    'import type { Operation, RequestOptions } from "../operation.js";\n',
    imports(used, homes, tag, options + text).trimEnd(),
    `\n${options}\n/** The operations of the API about ${tag}. */\nexport interface ${title(tag)}Operations {\n${text}}\n`,
    `\nexport const ${tag}Operations = {\n${rows.join("")}} as const satisfies Record<string, Operation>;\n`,
  ].join("");
}

function optionsName(operation) {
  return `${title(operation.name)}Options`;
}

function optionsDeclaration(operation) {
  const members = optionMembers(operation);
  return members.length === 0
    ? ""
    : `\nexport interface ${optionsName(operation)} extends RequestOptions {\n${members.map((member) => `  ${member};\n`).join("")}}\n`;
}

function optionMembers(operation) {
  return [...operation.query.map(queryMember), ...(operation.keyed ? ["idempotency_key?: string | undefined"] : [])];
}

function queryMember(parameter) {
  const name = /^\w+$/.test(parameter.name) ? parameter.name : JSON.stringify(parameter.name);
  const text = type(parameter.schema ?? {});
  const some = text === "unknown" ? "string | number | boolean" : text;
  return parameter.required === true ? `${name}: ${some}` : `${name}?: ${some} | undefined`;
}

/** listTasks becomes allTasks. */
function iterator(name) {
  return `all${title(name.replace(/^list/, ""))}`;
}

function imports(names, homes, home, text) {
  const byHome = new Map();
  for (const name of new Set(names)) {
    const from = homes.get(name);
    if (from !== undefined && from !== home) {
      byHome.set(from, [...(byHome.get(from) ?? []), name]);
    }
  }
  const enums = enumerations(text);
  if (enums.length > 0) {
    byHome.set("enumerations", enums);
  }
  const lines = [...byHome].sort().map(([from, its]) => `import type { ${its.sort().join(", ")} } from "./${from}.js";\n`);
  return lines.length === 0 ? "" : `${lines.join("")}\n`;
}

function indexModule(tags, stems) {
  const lines = tags.map((tag) => `import { ${tag}Operations, type ${title(tag)}Operations } from "./${tag}.js";\n`);
  const types = stems
    .map((stem) => `export type * from "./${stem}.js";\n`);
  const all = tags.map((tag) => `${title(tag)}Operations`).join(", ");
  return [
    HEAD,
    ...lines,
    "\n",
    ...types,
    `\n/** Every operation of the API under /v1. */\nexport interface Operations extends ${all} {}\n`,
    `\nexport const operations = { ${tags.map((tag) => `...${tag}Operations`).join(", ")} };\n`,
  ].join("");
}

function title(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
