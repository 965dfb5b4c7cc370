import {checkFault, nextTerminalKey, packetWalk, type ClusterRecording, type TerminalEntry} from '../../cluster.js';
import {readPath} from '../../debugger/blame.js';
import {plainValueOf} from '../../debugger/breakpoint.js';
import type {Stop} from '../../kernel/stop.js';
import {keyNow} from '../../classroom/place.js';
import {plainText} from '../../screen/paint/text.js';
import {walkRows} from '../../screen/panes/walk-rows.js';
import {authorAt} from '../../screen/state/authorship.js';
import {onlyLooks} from '../../screen/state/typed-command.js';
import {screenWords} from '../../screen/words/words.js';
import {authorWords} from '../../screen/actions/who-wrote.js';
import {Mistake} from '../../scenario/mistake.js';
import {readFollowUp, type FollowUp} from '../follow-up.js';
import {filesOfCommand} from '../manifests.js';
import {RequestError} from './arguments.js';
import {checkWord} from './console-words.js';
import type {Futures} from './evaluated-futures.js';

/** The result of an expression. */
type Evaluated =
	| {readonly value: unknown}
	| {readonly text: string}
	/** An action from here on: the run that continues with it, and its terminal. */
	| {readonly text: string; readonly recording: ClusterRecording; readonly terminal?: string};

/** The time limit of a command, in virtual milliseconds. */
const commandMs = 60_000;

const runKubectl = ({copy, next}: Futures, line: string, files: Files): Evaluated => {
	const looks = onlyLooks(line);
	const run = looks ? copy() : next();
	const key = nextTerminalKey(run);
	run.submit({kubectl: line, files: filesOfCommand(line, files)});
	const entry = () => run.kernel.ledger.read<TerminalEntry>(key);
	const untilMs = run.kernel.now + commandMs;
	while (entry()?.code === undefined && run.extend(untilMs)) {
		// Each stop is on the tape.
	}

	const {stdout = '', stderr = ''} = entry() ?? {};
	const text = `${stdout}${stderr}`.trimEnd();
	return looks ? {text} : {text, recording: run, terminal: key};
};

/** Files by path. */
type Files = Readonly<Record<string, string>>;

const whoWrote = (recording: ClusterRecording, {step}: Stop, words: string): string => {
	const [object = '', field = ''] = words.split(/\s+/);
	const key = keyNow(recording, object, step);
	const author = key === undefined ? undefined : authorAt(recording, key, step, readPath(field));
	if (!author) {
		throw new RequestError(`${object} has no field "${field}" at this step: write :who pod/web spec.nodeName`);
	}

	return `${field}: ${authorWords(author, screenWords('en').messages)}`;
};

const performWord = (recording: ClusterRecording, stop: Stop, futures: Futures, line: string): Evaluated => {
	const who = /^:\s*who\s+(.*)$/.exec(line)?.[1];
	if (who !== undefined) {
		return {text: whoWrote(recording, stop, who)};
	}

	checkWord(line);
	const given = readWord(line);
	if ('packet' in given) {
		const rows = walkRows(packetWalk(recording, stop.step, given.packet), 120, false, screenWords('en').panes.walk);
		return {text: rows.map((row) => plainText(row).trimEnd()).join('\n')};
	}

	if ('kubectl' in given) {
		return runKubectl(futures, given.kubectl, {});
	}

	const run = futures.next();
	if ('fault' in given.input) {
		checkFault(given.input.fault, run);
	}

	run.submit(given.input);
	// A fault is a stop that the user causes; traffic begins without one.
	for (let left = mostStops; left > 0 && !run.extend()?.process.startsWith('user/'); left--) {
		// The tape has the actions of other components in the meantime.
	}

	return {text: `${line}: takes effect from here on`, recording: run};
};

/** The most stops of other processes before a fault takes effect. */
const mostStops = 20;

/** @throws {RequestError} when it is not a word that works here. */
const readWord = (line: string): FollowUp => {
	try {
		return readFollowUp(line);
	} catch (error) {
		if (!(error instanceof Mistake)) {
			throw error;
		}

		throw new RequestError(error.toString().replace(/^--then "[^"]*": /, ''));
	}
};

/**
An expression in CEL over `object`, `old`, `request`, `facts`, `stop`, `step` and `time`; a kubectl command line; or a word of the debugger after a colon.
An action takes effect from this stop on, when the run continues; its output is known at once, since every run is the same. A command that only reads is played on a copy.

@param futures runs that continue from here.
@throws {Error} with its error.
*/
export const evaluate = (
	recording: ClusterRecording,
	stop: Stop,
	futures: Futures,
	expression: string,
	files: Files,
): Evaluated => {
	const line = expression.trim();
	const kubectl = /^kubectl\s+(.*)$/s.exec(line)?.[1];
	if (kubectl !== undefined) {
		return runKubectl(futures, kubectl, files);
	}

	if (line.startsWith(':')) {
		return performWord(recording, stop, futures, line);
	}

	return {value: plainValueOf(recording, stop, line)};
};
