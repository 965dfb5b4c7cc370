import {amount, boolean, count, list, mapOf, number, oneOf, pattern, record, text, wholeNumber} from './document.js';

/** A port of TCP. */
const port = wholeNumber('a port', 1, 65_535);

const exitCode = wholeNumber('an exit code', 0, 255);

/** The gRPC status with which a call of the runtime fails. */
const failure = record({code: text, text, times: count}, ['code', 'text']);

const answerFields = {
	fromMs: number,
	takesMs: number,
	cpuMs: number,
	status: wholeNumber('an HTTP status', 0, 999),
	body: text,
	to: text,
	serving: text,
	exit: exitCode,
	output: text,
};

/** One entry of a timetable. */
const answer = record(answerFields);

const creation = record({path: text, kind: oneOf(['file', 'directory']), failed: text}, ['path', 'kind', 'failed']);

const term = record({exit: exitCode, afterMs: number, ignore: boolean});

/** The behaviour of the entry point. */
const program = record({
	name: text,
	forMs: number,
	exit: exitCode,
	oom: boolean,
	log: list(text),
	inUse: text,
	reads: list(record({path: text, failed: text, exit: exitCode}, ['path', 'failed', 'exit'])),
	connects: record({host: text, port, withinMs: number, failed: text, exit: exitCode}, [
		'host',
		'port',
		'withinMs',
		'failed',
		'exit',
	]),
	creates: list(creation),
	configured: record({by: oneOf(['nginx']), words: list(text)}, ['by', 'words']),
	settings: record({of: oneOf(['redis']), words: list(text)}, ['of', 'words']),
	message: text,
	term,
});

const listensFields = {
	port,
	afterMs: number,
	untilMs: number,
	http: mapOf(list(answer)),
	documents: record({root: text, server: oneOf(['nginx', 'apache', 'busybox', 'python']), index: list(text)}, [
		'root',
		'server',
	]),
	netexec: oneOf([true]),
	loopback: boolean,
	grpc: mapOf(list(answer)),
	ifFree: boolean,
};

const listens = record(listensFields, ['port']);

/** Variables that decide that a program ends at once, and how. */
const endsByFields = {variables: list(text), log: list(text), exit: exitCode};
const endsBy = record(endsByFields, ['variables', 'log', 'exit']);
const refuses = record({...endsByFields, mounts: list(text)}, ['variables', 'log', 'exit']);

const ownProgramFields = {
	serves: list(record({...listensFields, options: list(text), variable: text}, ['port'])),
	log: list(text),
	readyMs: number,
	forMs: number,
	exit: exitCode,
	needs: endsBy,
	refuses,
	foreground: pattern,
	term,
	asRoot: list(record({capability: text, failed: text}, ['capability', 'failed'])),
	reads: list(record({options: list(text), failed: text, exit: exitCode}, ['options', 'failed', 'exit'])),
	connects: record({variables: list(text), usual: text, port, withinMs: number, failed: text, exit: exitCode}, [
		'variables',
		'port',
		'withinMs',
		'failed',
		'exit',
	]),
	creates: list(creation),
	configured: oneOf(['nginx']),
	settings: oneOf(['redis']),
	inUse: text,
	isKubectl: oneOf([true]),
	isSimulated: oneOf([true]),
	runsCode: oneOf([true]),
	opensDeclared: oneOf([true]),
};

const programFields = {
	...ownProgramFields,
	without: list(record({...ownProgramFields, option: pattern}, ['option'])),
};

/** A program of an image: what decides its behaviour on a command line. */
const ownProgram = record({...programFields, subcommands: mapOf(record(programFields))});

const end = {output: text, exit: exitCode};

/** The output of a program besides the first process. */
const tool = record({
	...answerFields,
	when: pattern,
	asks: port,
	refused: record(end, ['output', 'exit']),
	lost: record({...end, afterMs: number}, ['output', 'exit', 'afterMs']),
	elsewhere: record(end, ['output', 'exit']),
	nginx: oneOf(['test', 'reload']),
	client: oneOf(['redis']),
	signal: oneOf(['TERM', 'QUIT']),
});

const mode = wholeNumber('a file mode', 0, 0o7777);

/** The fields of an image, in `images` of a scenario and in the package's own files: machine/images documents each. */
export const imageFields = {
	present: boolean,
	size: number,
	user: text,
	uid: number,
	shell: oneOf([true, false, 'dash', 'bash', 'ash']),
	sh: oneOf(['bash', 'ash']),
	directory: text,
	entrypoint: list(text),
	cmd: list(text),
	env: mapOf(text),
	startMemory: amount,
	programs: mapOf(ownProgram),
	tools: mapOf(list(tool)),
	lacks: list(text),
	files: mapOf(record({file: text, directory: mode, link: text, mode, uid: number})),
	pull: record({ms: number, error: failure, username: text, password: text}),
	create: failure,
	start: failure,
	program,
	listens: list(listens),
	exec: list(record({command: text, answers: list(answer)}, ['command', 'answers'])),
	stopSignal: oneOf(['SIGTERM', 'SIGQUIT', 'SIGINT', 'SIGWINCH', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGRTMIN+3']),
	anyPort: boolean,
	hasBind: boolean,
	isOldBusybox: boolean,
	usage: list(record({fromMs: number, memory: amount, cpu: amount, disk: amount, pids: number})),
};

/** The behaviour of an image's containers, in `images` of a scenario. */
export const image = record(imageFields);
