import type {Routine} from '../../../../kernel/routine.js';
import {baseName} from '../../shell/program-name.js';
import {reach, resolve} from '../../network.js';
import {runOther} from '../program.js';
import type {NetworkPlace, NetworkProgram} from './place.js';

/** The command line of a program that waits for a server. */
interface Waiting {
	readonly targets: ReadonlyArray<{readonly host: string; readonly port: number}>;
	/** The time after which it gives up, in milliseconds. */
	readonly limitMs: number;
	/** The command that it runs afterwards. */
	readonly command: readonly string[];
	/** Whether it also runs the command after a timeout. */
	readonly isLenient: boolean;
	readonly says: {readonly begin?: string; readonly timeout: string};
}

const everyMs = 1000;

/** `db:5432`, `tcp://db:5432`, `http://web/path`. */
const targetOf = (text: string): Waiting['targets'] => {
	const [, scheme = '', host = '', port] = /^(?:(\w+):\/\/)?([^:/\s]+)(?::(\d+))?(?:\/.*)?$/.exec(text) ?? [];
	const number = port === undefined ? {http: 80, https: 443}[scheme] : Number(port);
	return host === '' || number === undefined ? [] : [{host, port: number}];
};

/** Seconds, or a duration as Go writes it. */
const millisecondsOf = (text: string | undefined, usual: number): number => {
	const [, amount, unit = 's'] = /^(\d+)(ms|s|m|h)?$/.exec(text ?? '') ?? [];
	return amount === undefined ? usual : Number(amount) * ({ms: 1, s: 1000, m: 60_000, h: 3_600_000}[unit] ?? 1000);
};

/** The value of an option, apart or after `=`. */
const valueOf = (args: readonly string[], names: readonly string[]): string | undefined => {
	for (const [index, word] of args.entries()) {
		const [name = '', ...rest] = word.split('=');
		if (names.includes(name)) {
			return rest.length > 0 ? rest.join('=') : args[index + 1];
		}
	}

	return undefined;
};

/** @see https://github.com/vishnubob/wait-for-it, https://github.com/eficode/wait-for */
const ofWaitForIt = (name: string, args: readonly string[]): Waiting => {
	const end = args.indexOf('--');
	const own = end === -1 ? args : args.slice(0, end);
	const limitMs = millisecondsOf(valueOf(own, ['-t', '--timeout']), 15_000);
	const host = valueOf(own, ['-h', '--host']);
	const [first] = own.filter((word) => !word.startsWith('-') && /:/.test(word));
	const text = host === undefined ? (first ?? '') : `${host}:${valueOf(own, ['-p', '--port']) ?? ''}`;
	const isStrict = own.some((word) => word === '-s' || word === '--strict') || !name.startsWith('wait-for-it');
	return {
		targets: targetOf(text),
		limitMs: limitMs === 0 ? Number.POSITIVE_INFINITY : limitMs,
		command: end === -1 ? [] : args.slice(end + 1),
		isLenient: !isStrict,
		says: name.startsWith('wait-for-it')
			? {
					begin:
						limitMs === 0
							? `${name}: waiting for ${text} without a timeout`
							: `${name}: waiting ${limitMs / 1000} seconds for ${text}`,
					timeout: `${name}: timeout occurred after waiting ${limitMs / 1000} seconds for ${text}`,
				}
			: {timeout: 'Operation timed out'},
	};
};

/** @see https://github.com/jwilder/dockerize, https://github.com/atkrad/wait4x */
const ofDockerize = (_: string, args: readonly string[]): Waiting => {
	const urls = args.flatMap((word, index) => (args[index - 1] === '-wait' ? [word] : []));
	const limit = valueOf(args, ['-timeout']) ?? '10s';
	const rest = args.findIndex((word, index) => !word.startsWith('-') && !args[index - 1]?.startsWith('-'));
	return {
		targets: urls.flatMap(targetOf),
		limitMs: millisecondsOf(limit, 10_000),
		command: rest === -1 ? [] : args.slice(rest),
		isLenient: false,
		says: {timeout: `Timeout after ${limit} waiting on dependencies to become available: [${urls.join(' ')}]`},
	};
};

const ofWait4x = (_: string, args: readonly string[]): Waiting => {
	const end = args.indexOf('--');
	const own = end === -1 ? args : args.slice(0, end);
	const limit = valueOf(own, ['-t', '--timeout']) ?? '10s';
	return {
		targets: own.slice(1).flatMap((word, index) => (own[index]?.startsWith('-') ? [] : targetOf(word))),
		limitMs: limit === '0' ? Number.POSITIVE_INFINITY : millisecondsOf(limit, 10_000),
		command: end === -1 ? [] : args.slice(end + 1),
		isLenient: false,
		says: {timeout: `Error: ${limit} timeout`},
	};
};

const readers: ReadonlyArray<readonly [RegExp, (name: string, args: readonly string[]) => Waiting]> = [
	[/^wait-for(?:-it)?(?:\.sh)?$/, ofWaitForIt],
	[/^dockerize$/, ofDockerize],
	[/^wait4x$/, ofWait4x],
];

/** Whether a server accepts a connection. */
function* isThere(place: NetworkPlace, {host, port}: Waiting['targets'][number]): Routine<boolean> {
	const found = yield* resolve(place, host);
	const [ip] = found.case === 'found' ? found.addresses : [];
	if (ip === undefined) {
		return false;
	}

	const {case: outcome} = yield* reach(place, ip, port);
	return outcome !== 'lost' && outcome !== 'refused';
}

function* waitFor(place: NetworkPlace, waiting: Waiting): Routine<boolean> {
	const {task} = place;
	let leftMs = waiting.limitMs;
	for (const target of waiting.targets) {
		while (!(yield* isThere(place, target))) {
			if (leftMs <= 0) {
				return false;
			}

			const ms = Math.min(everyMs, leftMs);
			leftMs -= ms;
			task.thread.periodic ||= leftMs === Number.POSITIVE_INFINITY;
			yield* task.wait(ms);
		}
	}

	return true;
}

/** The program with a name that only waits for servers, as in images of applications; `undefined` for other programs. */
export const waiterNamed = (path: string): NetworkProgram | undefined => {
	const name = baseName(path);
	const [, read] = readers.find(([pattern]) => pattern.test(name)) ?? [];
	return (
		read &&
		function* (place, args) {
			const {task} = place;
			const waiting = read(name, args);
			if (waiting.says.begin !== undefined) {
				yield* task.error(`${waiting.says.begin}\n`);
			}

			const isFound = yield* waitFor(place, waiting);
			if (!isFound) {
				yield* task.error(`${waiting.says.timeout}\n`);
			}

			if (waiting.command.length > 0 && (isFound || waiting.isLenient)) {
				return yield* runOther(task, waiting.command);
			}

			if (isFound) {
				return 0;
			}

			return 1;
		}
	);
};
