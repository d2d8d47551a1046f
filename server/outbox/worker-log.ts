/** What the worker asks of a log; pino's has it. */
export interface WorkerLog {
  warn(about: object, sentence: string): void;
  error(about: object, sentence: string): void;
}
