import type {Invocation} from './invocation.js';

/** The name under which the server records the manager of the fields that a command sets: that of `--field-manager`, or the command's own. */
export const fieldManager = (invocation: Invocation, otherwise: string): string =>
	invocation.flags.changed('field-manager') ? invocation.flags.text('field-manager') : otherwise;
