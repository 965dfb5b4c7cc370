import type {Routine} from '../../kernel/routine.js';
import {askedServer, isAssumed, saidOf, type AskedServer} from '../images/asked-server.js';
import type {ToolAnswer} from '../images/known-image.js';
import {reach, resolve} from './network.js';
import {runNginx} from './nginx/start.js';
import {lostMs, waitForSilence, type NetworkPlace} from './programs/network/place.js';

/** Whether a server takes the connection, and if not, why, as programs say it. */
type Contact = 'open' | 'Connection refused' | 'Connection timed out' | 'Name or service not known';

/** How long a command line says that it waits, in milliseconds. */
const limitMs = (words: readonly string[]): number | undefined => {
	const [, amount, unit] = /(?:^| )--?(?:connect-)?timeout[= ](\d+)(ms|s)?(?: |$)/.exec(words.join(' ')) ?? [];
	return amount === undefined ? undefined : Number(amount) * (unit === 'ms' ? 1 : 1000);
};

/** Asks for a connection to a client's server, in its own Pod or elsewhere. @param mostMs how long it waits. */
function* contact(place: NetworkPlace, {host, port}: AskedServer, mostMs: number): Routine<Contact> {
	const {task} = place;
	const found = yield* resolve(place, host ?? 'localhost');
	if (found.case === 'silent') {
		yield* waitForSilence(task, mostMs);
	}

	const [ip] = found.case === 'found' ? found.addresses : [];
	if (ip === undefined) {
		return 'Name or service not known';
	}

	const {case: outcome} = yield* reach(place, ip, port);
	if (outcome === 'lost') {
		yield* task.wait(mostMs);
		return 'Connection timed out';
	}

	return outcome === 'refused' ? 'Connection refused' : 'open';
}

/** Whether redis, in the same container, wants a password that its client does not give. */
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

/**
Runs a program of an image that is known by what it prints, such as `psql`: one that asks a server says so when it is not there.

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
	const contacted = server ? yield* contact(place, server, limitMs(words) ?? lost?.afterMs ?? lostMs) : 'open';
	if (server && contacted !== 'open') {
		const said =
			(contacted === 'Connection timed out' ? lost : undefined) ??
			(server.host === undefined ? undefined : elsewhere) ??
			refused;
		const text = saidOf(said?.output ?? '', server, asks ?? 0)
			.replaceAll('$HOST', server.host ?? 'localhost')
			.replaceAll('$PORT', String(server.port))
			.replaceAll('Connection refused', contacted)
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

	yield* task.out(server ? saidOf(answer.output ?? '', server, asks ?? 0) : (answer.output ?? ''));
	if (answer.signal) {
		task.table.first?.signal(answer.signal);
	}

	return answer.exit ?? 0;
}
