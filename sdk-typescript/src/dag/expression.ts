const SOURCE = Symbol("source");
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** The words that CEL reserves. */
const RESERVED = new Set(
  "as break const continue else false for function if import in let loop namespace null package return true var void while".split(" "),
);

/** A CEL expression with the type of its value. In a template literal and in JSON it is `${...}`. */
export interface Expression<out T> {
  readonly [SOURCE]: string;
  /** Only a type: no value. */
  readonly "~type"?: T;
  toString(): string;
  toJSON(): string;
}

/** An expression whose members are expressions: `build.result.version` is the expression `build.version`. */
export type Reference<T> = Expression<T> & Members<NonNullable<T>>;

type Members<T> = unknown extends T
  ? { readonly [member: string]: Reference<unknown> }
  : T extends readonly (infer Item)[]
    ? { readonly [index: number]: Reference<Item> }
    : T extends object
      ? { readonly [Member in keyof T]-?: Reference<T[Member]> }
      : unknown;

/** The source of an expression. */
export function sourceOf(expression: Expression<unknown> | string): string {
  return typeof expression === "string" ? expression : expression[SOURCE];
}

/** Whether a value is an expression. */
export function isExpression(value: unknown): value is Expression<unknown> {
  return typeof value === "function" && SOURCE in value;
}

/** An expression with a source of your own: `` cel<boolean>`${build.result.version} != "0"` ``; what is inserted becomes a literal. */
export function cel<T = unknown>(parts: TemplateStringsArray, ...inserted: readonly unknown[]): Reference<T> {
  return reference<T>(
    parts
      .map((part, index) => (index < inserted.length ? part + literal(inserted[index]) : part))
      .join("")
      .trim(),
  );
}

/** Makes a reference of the source of an expression. */
export function reference<T>(source: string): Reference<T> {
  const text = `\${${source}}`;
  // A function, so that typeof distinguishes it from templates; it is never called.
  const proxy: unknown = new Proxy(() => text, {
    has: (_, member) => member === SOURCE,
    get: (_, member) => {
      if (member === SOURCE) {
        return source;
      }
      if (member === "toString" || member === "toJSON" || member === Symbol.toPrimitive) {
        return () => text;
      }
      return typeof member === "symbol" || member === "then" ? undefined : reference(memberOf(source, member));
    },
  });
  return proxy as Reference<T>;
}

/** A reference to the result of a task, or to what else has a name. */
export function named<T>(id: string): Reference<T> {
  return reference<T>(isIdentifier(id) ? id : `tasks[${JSON.stringify(id)}]`);
}

/** A copy of a value in which expressions are texts; throws when it cannot be written as JSON. */
export function rendered(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

function memberOf(source: string, member: string): string {
  const target = operand(source);
  if (/^\d+$/.test(member)) {
    return `${target}[${member}]`;
  }
  return isIdentifier(member) ? `${target}.${member}` : `${target}[${JSON.stringify(member)}]`;
}

/** The source of an expression, in parentheses unless it only names something. */
function operand(source: string): string {
  return /^[\w.[\]"]+$/.test(source) || /^tasks\["[^"\\]*"\]$/.test(source) ? source : `(${source})`;
}

function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text) && !RESERVED.has(text);
}

function literal(value: unknown): string {
  if (isExpression(value)) {
    return operand(sourceOf(value));
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null) {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(literal).join(", ")}]`;
  }
  if (typeof value === "object") {
    return `{${Object.entries(value ?? {}).map(([name, its]) => `${JSON.stringify(name)}: ${literal(its)}`).join(", ")}}`;
  }
  throw new TypeError(`A ${typeof value} cannot be written in an expression`);
}
