/** Where a worker says what it does; the methods of `console` fit. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, error?: unknown): void;
}

/** Warnings and errors go to the console. */
export const CONSOLE: Logger = {
  debug: () => {},
  info: () => {},
  warn: (message) => console.warn(message),
  error: (message, error) => console.error(message, error),
};
