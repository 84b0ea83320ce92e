// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export interface Event {
  specversion: string;
  id: string;
  source?: string | null | undefined;
  type: string;
  subject?: string | null | undefined;
  time?: string | null | undefined;
  data?: unknown;
}

export interface KeyedSignal {
  key: string;
  data?: unknown;
  id?: string | null | undefined;
}
