import {amount, boolean, count, list, mapOf, number, oneOf, record, text, wholeNumber} from './document.js';

/** A port of TCP. */
const port = wholeNumber('a port', 1, 65_535);

const exitCode = wholeNumber('an exit code', 0, 255);

/** The gRPC status with which a call of the runtime fails. */
const failure = record({code: text, text, times: count}, ['code', 'text']);

/** One entry of a timetable. */
const answer = record({
	fromMs: number,
	takesMs: number,
	status: wholeNumber('a status of HTTP', 0, 999),
	body: text,
	to: text,
	serving: text,
	exit: exitCode,
	output: text,
});

const creation = record({path: text, kind: oneOf(['file', 'directory']), failed: text}, ['path', 'kind', 'failed']);

/** The behaviour of the entry point. */
const program = record({
	name: text,
	forMs: number,
	exit: exitCode,
	oom: boolean,
	log: list(text),
	inUse: text,
	creates: list(creation),
	configured: record({by: oneOf(['nginx']), words: list(text)}, ['by', 'words']),
	message: text,
	term: record({exit: exitCode, afterMs: number, ignore: boolean}),
});

const listens = record(
	{
		port,
		afterMs: number,
		untilMs: number,
		http: mapOf(list(answer)),
		documents: record({root: text, server: oneOf(['nginx', 'apache', 'busybox', 'python']), index: list(text)}, [
			'root',
			'server',
		]),
		loopback: boolean,
		grpc: mapOf(list(answer)),
		ifFree: boolean,
	},
	['port'],
);

/** The behaviour of an image's containers, in `images` of a scenario: the kubelet's runtime documents each field. */
export const image = record({
	present: boolean,
	size: number,
	user: text,
	shell: boolean,
	pull: record({ms: number, error: failure, username: text, password: text}),
	create: failure,
	start: failure,
	program,
	listens: list(listens),
	exec: list(record({command: text, answers: list(answer)}, ['command', 'answers'])),
	stopSignal: oneOf(['SIGTERM', 'SIGQUIT', 'SIGINT', 'SIGWINCH', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGRTMIN+3']),
	anyPort: boolean,
	usage: list(record({fromMs: number, memory: amount, cpu: amount, disk: amount, pids: number})),
});
