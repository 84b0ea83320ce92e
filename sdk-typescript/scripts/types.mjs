// Turns the schemas of an OpenAPI document into TypeScript types.

/** The enumerations that have a name of their own. */
const ENUMERATIONS = {
  TaskStatus: "Waiting Pending Claimed Running Success Failure Canceled Skipped Paused RetryPending",
  Outcome: "Success Failure Canceled Skipped",
  BatchState: "running succeeded failed canceled",
  EdgeResolution: "SUCCESS FAILED SKIPPED CANCELLED",
  ItemResult: "ok stale unknown invalid",
  Scope: "read submit operate work admin",
  Verb: "Get Post Put Patch Delete",
};

const REFERENCE = "#/components/schemas/";

/** The names of the schemas that a schema needs, through any number of others. */
export function reachable(schemas, roots) {
  const found = new Set();
  const open = [...roots];
  while (open.length > 0) {
    const name = open.pop();
    if (!found.has(name)) {
      found.add(name);
      open.push(...references(schemas[name]));
    }
  }
  return found;
}

/** The names of the schemas that a schema refers to. */
export function references(schema) {
  if (schema === null || typeof schema !== "object") {
    return [];
  }
  const own = typeof schema.$ref === "string" ? [schema.$ref.slice(REFERENCE.length)] : [];
  return [...own, ...Object.values(schema).flatMap(references)];
}

/** The type of a schema. */
export function type(schema) {
  if (schema.$ref !== undefined) {
    return schema.$ref.slice(REFERENCE.length);
  }
  if (schema.anyOf !== undefined || schema.oneOf !== undefined) {
    return union((schema.anyOf ?? schema.oneOf).map(type));
  }
  if (schema.const !== undefined) {
    return JSON.stringify(schema.const);
  }
  if (schema.enum !== undefined) {
    return enumeration(schema.enum);
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return types.length === 0 ? "unknown" : union(types.map((name) => plain(name, schema)));
}

/** The names of the enumerations that a type mentions. */
export function enumerations(text) {
  return Object.keys(ENUMERATIONS).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
}

/** The declarations of the named enumerations. */
export function enumerationTypes() {
  return Object.entries(ENUMERATIONS).map(
    ([name, values]) => `export type ${name} = ${values.split(" ").map((value) => JSON.stringify(value)).join(" | ")};\n`,
  );
}

/**
 * The interface of a schema. In requests, members that are not required may be absent. Answers always contain all members:
 * those that are unset are null.
 */
export function declaration(name, schema, inRequests) {
  if (schema.properties === undefined) {
    return `export type ${name} = ${type(schema)};\n`;
  }
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties).map(([member, its]) => {
    const comment = its.description === undefined ? "" : `  /** ${its.description} */\n`;
    if (required.has(member)) {
      return `${comment}  ${member}: ${type(its)};\n`;
    }
    const some = type(its);
    return inRequests
      ? `${comment}  ${member}?: ${union([some, "undefined"])};\n`
      : `${comment}  ${member}: ${union([some, "null"])};\n`;
  });
  return `export interface ${name} {\n${members.join("")}}\n`;
}

function enumeration(values) {
  const text = values.join(" ");
  const named = Object.entries(ENUMERATIONS).find(([, known]) => known === text);
  return named === undefined ? values.map((value) => JSON.stringify(value)).join(" | ") : named[0];
}

function plain(name, schema) {
  switch (name) {
    case "integer":
      return "number";
    case "array": {
      const item = type(schema.items ?? {});
      return item.includes("|") ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return schema.additionalProperties === undefined ? "Record<string, unknown>" : `Record<string, ${type(schema.additionalProperties)}>`;
    default:
      return name;
  }
}

function union(types) {
  const parts = [...new Set(types)];
  return parts.includes("unknown") ? "unknown" : parts.join(" | ");
}
