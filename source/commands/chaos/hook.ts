import {Mistake} from '../../scenario/mistake.js';
import {Program} from './program.js';

/** Runs the user's command that restarts the controller. @throws {Mistake} when it fails. */
export const runHook = async (command: string, environment: Readonly<Record<string, string>>): Promise<void> => {
	const program = new Program(command, environment);
	const {code} = await program.ended;
	if (code !== 0) {
		throw new Mistake(
			`--restart "${command}" has failed: ${program.output.trimEnd().split('\n').at(-1) ?? ''}`,
			{},
			'it must exit with 0 once the controller has started again',
		);
	}
};
