import {initialObjects} from '../../scenario/initial-objects.js';
import type {ClusterRecording, Input, TerminalEntry} from '../../cluster.js';
import type {RecordedInput} from '../../debugger/recording.js';

/** The number of a kubectl process, which counts the commands of a run; `undefined` for other processes. */
export const commandNumber = (process: string): string | undefined => /^kubectl\/(\d+)(?:\/|$)/.exec(process)?.[1];

/** The number of kubectl processes that a scenario starts. */
const ownCommands = (scenario: ClusterRecording['scenario']): number => (initialObjects(scenario) === '' ? 0 : 1);

/** The number of kubectl commands up to a step; the next command has the next number. */
export const commandsGiven = ({inputs, scenario}: ClusterRecording, by: number): number =>
	inputs.filter(({step, input}) => 'kubectl' in input && step <= by).length + ownCommands(scenario);

/** A kubectl command of a run, as the user typed it. */
export interface TypedCommand {
	/** The number of its process. */
	readonly number: number;
	/** Without `kubectl`. */
	readonly line: string;
	/** The number of stops on the tape when the user gave it. */
	readonly step: number;
	readonly timeMs: number;
}

/** The kubectl commands of a run, the oldest first, without that of the scenario itself. */
export const typedCommands = ({inputs, scenario}: ClusterRecording): readonly TypedCommand[] => {
	const own = ownCommands(scenario);
	return inputs
		.flatMap(({input, step, timeMs}) => ('kubectl' in input ? [{line: input.kubectl, step, timeMs}] : []))
		.map((command, index) => ({number: index + 1 + own, ...command}));
};

/** The command that started a kubectl process; `undefined` for the command of the scenario itself. */
export const typedCommand = (recording: ClusterRecording, number: string): TypedCommand | undefined =>
	typedCommands(recording).find((command) => command.number === Number(number));

/** A kubectl command that has not ended. */
interface RunningCommand {
	/** Name of its process. */
	readonly name: string;
	/** The command as typed, without `kubectl`; empty for the scenario's own command. */
	readonly line: string;
}

/** The kubectl commands that still run. */
export const runningCommands = (recording: ClusterRecording): readonly RunningCommand[] =>
	[...recording.kernel.processes.values()].flatMap(({name, state}) => {
		const [, number] = /^kubectl\/(\d+)$/.exec(name) ?? [];
		return number === undefined || state === 'ended' || state === 'crashed'
			? []
			: [{name, line: typedCommand(recording, number)?.line ?? ''}];
	});

/** The command line of a kubectl process, without `kubectl`: as the terminal shows it, otherwise as typed. */
export const commandOf = (recording: ClusterRecording, number: string): string | undefined =>
	recording.kernel.ledger.read<TerminalEntry>(`/terminal/${number}`)?.command ?? typedCommand(recording, number)?.line;

/** Global flags of kubectl without a value. */
const switches = 'disable-compression|insecure-skip-tls-verify|match-server-version|warnings-as-errors';

/** Global flags before the command: `-n shop get pods` equals `get pods -n shop`. */
const flagsBefore = new RegExp(`^(?:(?:--(?:${switches})|--[\\w-]+(?:=\\S*|\\s+\\S+)|-[a-z](?:\\S+|\\s+\\S+))\\s+)+`);

const commandFirst = (line: string): string => line.trimStart().replace(flagsBefore, '');

/** Commands that continue until they are interrupted. */
export const neverEnds = (line: string): boolean => {
	const command = commandFirst(line);
	return (
		/^(?:get|events)\b.*\s(?:-w|--watch|--watch-only)(?:=true)?(?:\s|$)/.test(command) ||
		/^logs\b.*\s(?:-f|--follow)(?:=true)?(?:\s|$)/.test(command) ||
		/^(?:port-forward|proxy|attach)\b/.test(command)
	);
};

/** Whether a command shows an object in an editor, which is missing here. */
export const opensEditor = (line: string): boolean =>
	/^(?:edit\b|apply\s+edit-last-applied\b|create\b.*\s--edit(?:=true)?(?:\s|$))/.test(commandFirst(line));

/** The first sign outside quotes that only a shell understands: `>`, `2>`, `>>` or `|`. */
export const shellSign = (line: string): string | undefined =>
	/(?:^|\s)(?:[12&]?>{1,2}|\|)/.exec(line.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, "''"))?.[0].trim();

/** Whether a command only says what it would do. */
const isDryRun = (line: string): boolean =>
	/\s--dry-run(?:=(?:client|server))?(?:\s|$)/.test(line.split(' -- ')[0] ?? '');

/** Read-only commands: they move to their answer, and the user may step back through its origin. */
export const onlyLooks = (line: string): boolean =>
	(/^(?:get|describe|logs|explain|top|events|api-resources|api-versions|version|cluster-info|auth|config|diff|rollout\s+history)\b/.test(
		commandFirst(line),
	) ||
		isDryRun(line)) &&
	!neverEnds(line);

/** Whether a command changes nothing, and returns after something else has happened: `wait`, `rollout status`, `get --watch`. */
const onlyWaits = (line: string): boolean => /^(?:wait|rollout\s+status)\b/.test(commandFirst(line)) || neverEnds(line);

/** Whether a command runs a program in a container, and prints the output of that program. */
export const runsInside = (line: string): boolean => /^exec\b/.test(commandFirst(line));

/** Whether a command leaves the cluster as it is. */
export const changesNothing = (line: string): boolean => onlyLooks(line) || onlyWaits(line);

const kubectlCommands: ReadonlySet<string> = new Set(
	'annotate apply auth autoscale cordon create debug delete describe diff drain edit events exec explain expose get label logs patch port-forward replace rollout run scale set taint top uncordon wait'.split(
		' ',
	),
);

/** Whether this word alone means a command of kubectl. */
export const isKubectlCommand = (word: string): boolean => kubectlCommands.has(word);

/** The later inputs that change something if they are repeated. */
export const doneLater = ({inputs}: ClusterRecording, after: number): ReadonlyArray<RecordedInput<Input>> =>
	inputs.filter(
		({step, input}) => step > after && ('kubectl' in input ? !onlyLooks(input.kubectl) : !('client' in input)),
	);
