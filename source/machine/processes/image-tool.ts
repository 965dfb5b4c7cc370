import type {Routine} from '../../kernel/routine.js';
import {askedServer, isAssumed, saidOf, type AskedServer} from '../images/asked-server.js';
import {toolAnswer} from '../images/container-behaviour.js';
import type {ToolAnswer} from '../images/known-image.js';
import {reach, resolve} from './network.js';
import {runNginx} from './nginx/start.js';
import {configAnswer, type RedisSettings} from './redis.js';
import {lostMs, waitForSilence, type NetworkPlace} from './programs/network/place.js';

/** A server that accepts the connection, or the reason why none does, in the words of programs. */
type Contact =
	| {readonly case: 'open'; readonly settings: RedisSettings}
	| {readonly case: 'Connection refused' | 'Connection timed out' | 'Name or service not known'};

/** The timeout in a command line, in milliseconds. */
const limitMs = (words: readonly string[]): number | undefined => {
	const [, amount, unit] = /(?:^| )--?(?:connect-)?timeout[= ](\d+)(ms|s)?(?: |$)/.exec(words.join(' ')) ?? [];
	return amount === undefined ? undefined : Number(amount) * (unit === 'ms' ? 1 : 1000);
};

/** Requests a connection to a client's server, in its own Pod or elsewhere. @param mostMs the longest wait. */
function* contact(place: NetworkPlace, {host, port}: AskedServer, mostMs: number): Routine<Contact> {
	const {task} = place;
	const found = yield* resolve(place, host ?? 'localhost');
	if (found.case === 'silent') {
		yield* waitForSilence(task, mostMs);
	}

	const [ip] = found.case === 'found' ? found.addresses : [];
	if (ip === undefined) {
		return {case: 'Name or service not known'};
	}

	const reached = yield* reach(place, ip, port);
	if (reached.case === 'lost') {
		yield* task.wait(mostMs);
		return {case: 'Connection timed out'};
	}

	return reached.case === 'refused'
		? {case: 'Connection refused'}
		: {case: 'open', settings: reached.case === 'open' ? (reached.server?.container.settings ?? new Map()) : new Map()};
}

/** Whether redis, in the same container, requires a password that its client does not send. */
const isUnauthenticated = (
	{container, task}: NetworkPlace,
	{host, port}: AskedServer,
	words: readonly string[],
): boolean =>
	port === 6379 &&
	host === undefined &&
	container.image.words?.includes('--requirepass') === true &&
	!words.some((word) => /^(?:-a|--pass|-u)/.test(word)) &&
	!task.environment.get('REDISCLI_AUTH');

/** The command after the options of redis-cli: `-h cache -p 6379 config get save`. */
const redisCommand = (words: readonly string[]): readonly string[] => {
	const first = words.findIndex(
		(word, index) => index > 0 && !word.startsWith('-') && !/^-[hpanu]$/.test(words[index - 1] ?? ''),
	);
	return first === -1 ? [] : words.slice(first);
};

/** Sends the command of a command line, or each line of the standard input. */
function* runRedisClient(
	place: NetworkPlace,
	words: readonly string[],
	{host, port}: AskedServer,
	settings: RedisSettings,
): Routine<number> {
	const {task, container} = place;
	const isTerminal = task.stream(1)?.terminal !== undefined;
	const given = redisCommand(words);
	if (given.length > 0) {
		yield* answerRedis(place, given, settings, isTerminal);
		return 0;
	}

	const isTyped = task.stream(0)?.terminal !== undefined;
	const prompt = isTyped ? `${host ?? '127.0.0.1'}:${port}> ` : '';
	for (;;) {
		yield* task.out(prompt);
		const line = yield* task.read('line');
		const typed = line?.trim().split(/\s+/) ?? [];
		if (line === undefined || /^(?:exit|quit)$/i.test(typed[0] ?? '')) {
			return 0;
		}

		if (typed.join('') !== '') {
			const known = toolAnswer(container.image, ['redis-cli', ...typed]);
			yield* known?.output === undefined ? answerRedis(place, typed, settings, isTerminal) : task.out(known.output);
		}
	}
}

function* answerRedis(
	{task}: NetworkPlace,
	words: readonly string[],
	settings: RedisSettings,
	isTerminal: boolean,
): Routine {
	const answer = configAnswer(settings, words, isTerminal);
	yield* answer === undefined ? task.table.machine.assume(task, `redis-cli ${words.join(' ')}`) : task.out(answer);
}

/**
Runs a program of an image that is known by its output, such as `psql`: a client reports a missing server.

@returns its exit code.
*/
export function* runTool(place: NetworkPlace, words: readonly string[], answer: ToolAnswer): Routine<number> {
	const {task} = place;
	const {asks, refused, elsewhere, lost} = answer;
	if (answer.nginx) {
		const {output, exit} = yield* runNginx(place, words, answer.nginx);
		yield* task.out(output);
		return exit;
	}

	const server = asks === undefined ? undefined : askedServer(words.slice(1), task.environment, asks);
	const contacted: Contact = server
		? yield* contact(place, server, limitMs(words) ?? lost?.afterMs ?? lostMs)
		: {case: 'open', settings: new Map()};
	if (server && contacted.case !== 'open') {
		const said =
			(contacted.case === 'Connection timed out' ? lost : undefined) ??
			(server.host === undefined ? undefined : elsewhere) ??
			refused;
		const text = saidOf(said?.output ?? '', server, asks ?? 0)
			.replaceAll('$HOST', server.host ?? 'localhost')
			.replaceAll('$PORT', String(server.port))
			.replaceAll('Connection refused', contacted.case)
			.replace(
				/connection to server at "(\S+)", port \d+ failed: (Name or service not known)\n[^]*/,
				'could not translate host name "$1" to address: $2\n',
			);
		yield* task.error(text);
		return said?.exit ?? 1;
	}

	if (isAssumed(answer)) {
		yield* task.table.machine.assume(task, words.join(' '));
		return 0;
	}

	if (server && isUnauthenticated(place, server, words)) {
		yield* task.out('NOAUTH Authentication required.\n');
		return 0;
	}

	if (server && answer.client && contacted.case === 'open') {
		return yield* runRedisClient(place, words, server, contacted.settings);
	}

	yield* task.out(server ? saidOf(answer.output ?? '', server, asks ?? 0) : (answer.output ?? ''));
	if (answer.signal) {
		task.table.first?.signal(answer.signal);
	}

	return answer.exit ?? 0;
}
