type StartErrorKind =
  | 'settings'
  | 'folder-unusable'
  | 'folder-in-use'
  | 'data-damaged'
  | 'port-unusable'
  | 'rules-unusable';

/**
 * A foreseen reason why the server cannot start: `message` is one line that names the cause and the remedy. The program
 * prints it and exits with code 1. Any other error is a defect of the program.
 */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(
    readonly kind: StartErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
