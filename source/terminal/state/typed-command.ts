import type {ClusterRecording, TerminalEntry} from '../../cluster.js';

/** The number of a kubectl process, which counts the commands of a run; `undefined` for other processes. */
export const commandNumber = (process: string): string | undefined => /^kubectl\/(\d+)(?:\/|$)/.exec(process)?.[1];

/** What was typed to start a kubectl process, and how many stops the tape had by then; `undefined` for the command of the scenario itself. */
export const typedCommand = ({inputs, scenario}: ClusterRecording, number: string) => {
	const own = scenario.objects.trim() === '' ? 0 : 1;
	return inputs.flatMap(({input, step}) => ('kubectl' in input ? [{line: input.kubectl, step}] : []))[
		Number(number) - 1 - own
	];
};

/** The command line of a kubectl process, without `kubectl`: as the terminal shows it, else as it was typed. */
export const commandOf = (recording: ClusterRecording, number: string): string | undefined =>
	recording.kernel.ledger.read<TerminalEntry>(`/terminal/${number}`)?.command ?? typedCommand(recording, number)?.line;
