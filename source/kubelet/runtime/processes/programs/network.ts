import type {Routine} from '../../../../kernel/routine.js';
import {FileError} from '../../files/file-system.js';
import {respond} from '../../respond.js';
import {askApiserver, headersOf, methodNamed, type Asked} from '../apiserver.js';
import {askDNS, reach, resolve, serverOf, type Lookup, type Place, type Reached} from '../network.js';
import {attempt, complain, pathIn, readOptions} from './program.js';
import type {Task} from '../task.js';

/** What a program that uses the network has. */
export interface NetworkPlace extends Place {
	readonly task: Task;
}

type NetworkProgram = (place: NetworkPlace, args: readonly string[]) => Routine<number>;

interface URLParts {
	readonly host: string;
	readonly port: number;
	readonly path: string;
}

const partsOf = (text: string): URLParts => {
	const [, scheme = 'http', host = '', port, path = ''] =
		/^(?:(\w+):\/\/)?(?:[^@/]*@)?([^:/?#]*)(?::(\d+))?(.*)$/s.exec(text) ?? [];
	return {host, port: Number(port ?? (scheme === 'https' ? 443 : 80)), path: path.startsWith('/') ? path : `/${path}`};
};

type Fetched =
	| {readonly case: 'unresolved' | 'unanswered' | 'refused' | 'timedOut'; readonly ip?: string}
	/** The program does not trust the certificate. */
	| {readonly case: 'distrusted'}
	| {
			readonly case: 'answered';
			readonly status: number;
			readonly body: string;
			readonly isOutside: boolean;
			readonly to?: string;
	  };

/** How long a connection takes that gets no answer, in milliseconds. */
export const lostMs = 127_000;

/** How long a resolver waits for a name server, in milliseconds: musl for 5 s, glibc for 5 s twice. */
const silenceMs = ({isBusybox}: Task): number => (isBusybox ? 5000 : 10_000);

/** Waits for a name server that does not answer. @param mostMs after which the program gives up by itself. */
export function* waitForSilence(task: Task, mostMs = Number.POSITIVE_INFINITY): Routine {
	yield* task.wait(Math.min(silenceMs(task), mostMs));
}

/** Asks a server for a path. */
function* fetch(
	place: NetworkPlace,
	{host, port, path}: URLParts,
	timeoutMs: number,
	asked: Asked,
	trusts = true,
): Routine<Fetched> {
	const {task, apiserver} = place;
	const resolved = yield* resolve(place, host);
	yield* task.wait(1);
	if (resolved.case === 'silent') {
		yield* waitForSilence(task, timeoutMs);
		return {case: silenceMs(task) > timeoutMs ? 'unanswered' : 'unresolved'};
	}

	const [ip] = resolved.case === 'found' ? resolved.addresses : [];
	if (ip === undefined) {
		return {case: 'unresolved'};
	}

	const reached: Reached = yield* reach(place, ip, port);
	if (reached.case === 'apiserver' && apiserver) {
		if (!trusts) {
			return {case: 'distrusted'};
		}

		const {status, text} = yield* askApiserver(apiserver, path, asked);
		return {case: 'answered', status, body: text, isOutside: false};
	}

	if (reached.case === 'outside') {
		yield* task.table.machine.assume(task, `${host}:${port}`);
		yield* task.wait(50);
		return {case: 'answered', status: 200, body: '', isOutside: true};
	}

	if (reached.case === 'lost') {
		yield* task.wait(Math.min(timeoutMs, lostMs));
		return {case: 'timedOut', ip};
	}

	if (reached.case !== 'open') {
		return {case: 'refused', ip};
	}

	const answer = reached.server && (yield* respond(place, reached.server, path));
	const takesMs = answer?.takesMs ?? 0;
	yield* task.wait(Math.min(takesMs, timeoutMs));
	return takesMs > timeoutMs
		? {case: 'timedOut', ip}
		: {case: 'answered', status: answer?.status ?? 200, body: answer?.body ?? '', isOutside: false, to: answer?.to};
}

/** Fetches, and follows redirects if wanted. */
function* followed(
	place: NetworkPlace,
	url: string,
	asked: Asked,
	{timeoutMs, follows, trusts}: {readonly timeoutMs: number; readonly follows: boolean; readonly trusts?: boolean},
): Routine<Fetched> {
	let parts = partsOf(url);
	for (let count = 0; ; count++) {
		const found = yield* fetch(place, parts, timeoutMs, asked, trusts);
		if (found.case !== 'answered' || found.to === undefined || !follows || count > 20) {
			return found;
		}

		parts = found.to.startsWith('/') ? {...parts, path: found.to} : partsOf(found.to);
	}
}

/** Writes an answer where `-O` or `-o` says. */
function* save(task: Task, path: string | undefined, text: string): Routine<number> {
	if (path === undefined || path === '-') {
		yield* task.out(text);
		return 0;
	}

	if (/^\/dev\/(?:null|stdout|stderr)$/.test(path)) {
		return 0;
	}

	return (yield* attempt(
		task,
		() => task.files.write(pathIn(task, path), text),
		(error: FileError) => `${path}: ${error.description}`,
	))
		? 0
		: 1;
}

const statusTexts: ReadonlyMap<number, string> = new Map([
	[200, 'OK'],
	[201, 'Created'],
	[301, 'Moved Permanently'],
	[302, 'Found'],
	[400, 'Bad Request'],
	[401, 'Unauthorized'],
	[403, 'Forbidden'],
	[404, 'Not Found'],
	[500, 'Internal Server Error'],
	[502, 'Bad Gateway'],
	[503, 'Service Unavailable'],
	[504, 'Gateway Timeout'],
]);

const statusText = (status: number): string => statusTexts.get(status) ?? (status < 400 ? 'OK' : 'Error');

/** Long because its messages are those of two programs. */
const wget: NetworkProgram = function* (place, args) {
	const {task} = place;
	const options = readOptions(args, {
		flags: 'qScnNbxvr',
		values: 'OPTtUYHDMw',
		long: {
			quiet: 'q',
			'output-document': 'O',
			timeout: 'T',
			tries: 't',
			spider: 's',
			'no-check-certificate': 'k',
			header: 'H',
			'post-data': 'D',
			'no-verbose': 'nv',
			'server-response': 'S',
			method: 'M',
			'body-data': 'D',
			waitretry: 'w',
			'retry-connrefused': 'retry',
			'read-timeout': 'T',
		},
	});
	if ('unknown' in options) {
		yield* task.table.machine.assume(task, `wget ${options.unknown}`);
		return 0;
	}

	const {flags, values, operands} = options;
	const [url] = operands.filter((word) => !['--spider'].includes(word));
	if (url === undefined) {
		yield* complain(task, 'missing URL');
		return 1;
	}

	const {host, port, path} = partsOf(url);
	const timeoutMs = Number(values.get('T') ?? 900) * 1000;
	const quiet = flags.has('q') && !task.isBusybox;
	const data = values.get('D');
	const asked: Asked = {
		method: methodNamed(values.get('M') ?? (data === undefined ? 'GET' : 'POST')),
		headers: headersOf(options.lists.get('H') ?? []),
		userAgent: 'Wget',
		body: data,
	};
	const answer = yield* followed(place, url, asked, {timeoutMs, follows: true});
	if (answer.case !== 'answered') {
		const busybox =
			answer.case === 'unresolved'
				? `bad address '${host}${port === 80 ? '' : `:${port}`}'`
				: answer.case === 'refused'
					? `can't connect to remote host (${answer.ip}): Connection refused`
					: 'download timed out';
		yield* quiet
			? task.error('')
			: complain(
					task,
					task.isBusybox
						? busybox
						: answer.case === 'unresolved'
							? `unable to resolve host address '${host}'`
							: answer.case === 'refused'
								? `failed: Connection refused.`
								: 'failed: Connection timed out.',
				);
		return task.isBusybox ? 1 : 4;
	}

	if (flags.has('S')) {
		yield* task.error(`  HTTP/1.1 ${answer.status} ${statusText(answer.status)}\n`);
	}

	if (answer.status >= 400) {
		yield* quiet
			? task.error('')
			: complain(
					task,
					task.isBusybox
						? `server returned error: HTTP/1.1 ${answer.status} ${statusText(answer.status)}`
						: `ERROR ${answer.status}: ${statusText(answer.status)}.`,
				);
		return task.isBusybox ? 1 : 8;
	}

	const name =
		values.get('O') ?? `${values.get('P') ?? '.'}/${path.replace(/\?.*$/, '').replace(/^.*\//, '') || 'index.html'}`;
	return flags.has('s') ? 0 : yield* save(task, name, answer.body);
};

/** Long because it has many options. */
const curl: NetworkProgram = function* (place, args) {
	const {task} = place;
	const options = readOptions(args, {
		flags: 'sSfkLvigIjNG0146#O',
		values: 'omwHdXuAbceEFTxrCyYDQ',
		long: {
			silent: 's',
			'show-error': 'S',
			fail: 'f',
			insecure: 'k',
			location: 'L',
			output: 'o',
			'max-time': 'm',
			'connect-timeout': 'm',
			'write-out': 'w',
			header: 'H',
			data: 'd',
			request: 'X',
			user: 'u',
			head: 'I',
			retry: 'r',
			'retry-delay': 'r',
			'retry-connrefused': 'g',
			'data-raw': 'd',
			cacert: 'Q',
			cert: 'E',
			key: 'E',
			resolve: 'x',
			'fail-with-body': 'f',
			verbose: 'v',
			include: 'i',
			'data-binary': 'd',
			'unix-socket': 'x',
			http2: 'g',
			'no-buffer': 'N',
			compressed: 'g',
		},
	});
	if ('unknown' in options) {
		yield* task.table.machine.assume(task, `curl ${options.unknown}`);
		return 0;
	}

	const {flags, values, operands} = options;
	const [url] = operands;
	if (url === undefined) {
		yield* task.error("curl: try 'curl --help' or 'curl --manual' for more information\n");
		return 2;
	}

	const {host, port} = partsOf(url);
	const timeoutMs = Number(values.get('m') ?? 300) * 1000;
	const startedAtMs = task.kernel.now;
	const tells = !flags.has('s') || flags.has('S');
	const problem = url.startsWith('https:') && !flags.has('k') ? distrust(task, values.get('Q')) : undefined;
	const data = values.get('d');
	const asked: Asked = {
		method: methodNamed(values.get('X') ?? (flags.has('I') ? 'HEAD' : data === undefined ? 'GET' : 'POST')),
		headers: headersOf(options.lists.get('H') ?? []),
		userAgent: 'curl/8.5.0',
		body: data,
	};
	const answer = yield* followed(place, url, asked, {timeoutMs, follows: flags.has('L'), trusts: !problem});
	if (answer.case === 'distrusted' && problem) {
		yield* tells ? task.error(`curl: (${problem.code}) ${problem.text}\n`) : task.error('');
		return problem.code;
	}

	if (answer.case !== 'answered') {
		const ms = task.kernel.now - startedAtMs;
		const [code, text] =
			answer.case === 'unresolved'
				? ([6, `Could not resolve host: ${host}`] as const)
				: answer.case === 'refused'
					? ([7, `Failed to connect to ${host} port ${port} after ${ms} ms: Couldn't connect to server`] as const)
					: ([
							28,
							`${answer.case === 'unanswered' ? 'Resolving' : 'Connection'} timed out after ${ms} milliseconds`,
						] as const);
		yield* task.out(written(values.get('w'), 0));
		yield* tells ? task.error(`curl: (${code}) ${text}\n`) : task.error('');
		return code;
	}

	if (flags.has('f') && answer.status >= 400) {
		yield* tells ? task.error(`curl: (22) The requested URL returned error: ${answer.status}\n`) : task.error('');
		return 22;
	}

	const head = flags.has('i') || flags.has('I') ? `HTTP/1.1 ${answer.status} ${statusText(answer.status)}\r\n\r\n` : '';
	const status = yield* save(
		task,
		flags.has('O') ? url.replace(/^.*\//, '') : values.get('o'),
		head + (flags.has('I') ? '' : answer.body),
	);
	yield* task.out(written(values.get('w'), answer.status));
	return status;
};

/** Why curl does not trust the certificate of the apiserver, which the cluster's own authority has signed. */
const distrust = (
	task: Task,
	authority: string | undefined,
): {readonly code: number; readonly text: string} | undefined =>
	authority === undefined
		? {code: 60, text: 'SSL certificate problem: unable to get local issuer certificate'}
		: task.files.stat(pathIn(task, authority))
			? undefined
			: {code: 77, text: `error setting certificate verify locations:  CAfile: ${authority} CApath: none`};

/** What `curl -w` adds. */
const written = (format: string | undefined, status: number): string =>
	(format ?? '')
		.replaceAll(/%\{(\w+)\}/g, (_, name: string) =>
			name === 'http_code' || name === 'response_code'
				? String(status).padStart(3, '0')
				: name.startsWith('time_')
					? '0.001000'
					: '',
		)
		.replaceAll(String.raw`\n`, '\n');

const nslookup: NetworkProgram = function* (place, args) {
	const {task} = place;
	const [host = ''] = args.filter((word) => !word.startsWith('-'));
	const server = serverOf(place.container);
	yield* task.wait(1);
	const found = yield* askDNS(place, host);
	if (found.case === 'silent') {
		yield* task.wait(task.isBusybox ? 5000 : 15_000);
		yield* task.out(';; connection timed out; no servers could be reached\n\n');
		return 1;
	}

	yield* task.out(
		task.isBusybox
			? `Server:\t\t${server}\nAddress:\t${server}:53\n\n`
			: `Server:\t\t${server}\nAddress:\t${server}#53\n\n`,
	);
	if (found.case === 'unknown') {
		yield* task.out(`** server can't find ${host}: NXDOMAIN\n\n`);
		return 1;
	}

	yield* task.out(`${found.addresses.map((address) => `Name:\t${found.name}\nAddress: ${address}\n`).join('')}\n`);
	return 0;
};

const digAnswer = (found: Exclude<Lookup, {readonly case: 'silent'}>, host: string, server: string): string => {
	const answers =
		found.case === 'found' ? found.addresses.map((address) => `${found.name}.\t5\tIN\tA\t${address}\n`) : [];
	const status = found.case === 'found' ? 'NOERROR' : 'NXDOMAIN';
	const section = found.case === 'found' ? `\n;; ANSWER SECTION:\n${answers.join('')}` : '';
	return `;; ->>HEADER<<- opcode: QUERY, status: ${status}, id: 1\n\n;; QUESTION SECTION:\n;${host}.\t\tIN\tA\n${section}\n;; SERVER: ${server}#53\n`;
};

/** `dig` asks for a name as it stands, unless it is told to search. */
const dig: NetworkProgram = function* (place, args) {
	const {task, container} = place;
	const [given = ''] = args.filter(
		(word) => !/^[-+@]/.test(word) && !/^(?:A|AAAA|SRV|ANY|MX|TXT|NS|PTR|CNAME)$/.test(word),
	);
	const host = given.replace(/\.$/, '');
	const server = serverOf(container);
	yield* task.wait(1);
	const found = yield* askDNS(place, args.includes('+search') ? host : `${host}.`);
	if (found.case === 'silent') {
		yield* task.wait(15_000);
		yield* task.out(`;; communications error to ${server}#53: timed out\n`.repeat(3));
		yield* task.out(args.includes('+short') ? '' : `\n; <<>> DiG 9.18 <<>> ${args.join(' ')}\n`);
		yield* task.out(';; no servers could be reached\n');
		return 9;
	}

	yield* task.out(
		args.includes('+short')
			? (found.case === 'found' ? found.addresses : []).map((address) => `${address}\n`).join('')
			: digAnswer(found, host, server),
	);
	return 0;
};

const getent: NetworkProgram = function* (place, [database, host = '']) {
	const {task} = place;
	const isAsked = database === 'hosts' || database === 'ahosts' || database === 'ahostsv4';
	const found = isAsked ? yield* resolve(place, host) : undefined;
	yield* task.wait(1);
	if (found?.case === 'silent') {
		yield* waitForSilence(task);
	}

	if (found?.case !== 'found') {
		return 2;
	}

	yield* task.out(found.addresses.map((address) => `${address.padEnd(15)} ${found.name}\n`).join(''));
	return 0;
};

/** What glibc says of a name without an address. @mirrors gai_strerror */
const unresolvedWords = ({case: outcome}: Lookup): string =>
	outcome === 'silent' ? 'Temporary failure in name resolution' : 'Name or service not known';

const ping: NetworkProgram = function* (place, args) {
	const {task} = place;
	const [host = ''] = args.filter((word, index) => !word.startsWith('-') && !/^-[cWwisI]$/.test(args[index - 1] ?? ''));
	const given =
		args.find((word) => /^-c\d+$/.test(word))?.slice(2) ??
		(args.includes('-c') ? args[args.indexOf('-c') + 1] : undefined);
	const count = given === undefined ? Number.POSITIVE_INFINITY : Number(given);
	const found = yield* resolve(place, host);
	const [ip] = found.case === 'found' ? found.addresses : [];
	if (found.case === 'silent') {
		yield* waitForSilence(task);
	}

	if (ip === undefined) {
		yield* complain(task, task.isBusybox ? `bad address '${host}'` : `${host}: ${unresolvedWords(found)}`);
		return task.isBusybox ? 1 : 2;
	}

	yield* task.out(`PING ${host} (${ip}): 56 data bytes\n`);
	for (let index = 0; index < count; index++) {
		if (index > 0) {
			task.thread.periodic ||= count === Number.POSITIVE_INFINITY;
			yield* task.wait(1000);
		}

		yield* task.out(`64 bytes from ${ip}: seq=${index} ttl=64 time=0.100 ms\n`);
	}

	yield* task.out(
		`\n--- ${host} ping statistics ---\n${count} packets transmitted, ${count} packets received, 0% packet loss\n`,
	);
	return 0;
};

/** `nc`: tries a port, or listens on one. */
const nc: NetworkProgram = function* (place, args) {
	const {task, container, listeners} = place;
	const options = readOptions(args, {flags: 'zvnlukdtNr', values: 'wpqise'});
	if ('unknown' in options) {
		yield* task.table.machine.assume(task, `nc ${options.unknown}`);
		return 0;
	}

	const {flags, values, operands} = options;
	if (flags.has('l')) {
		const port = Number(values.get('p') ?? operands.at(-1) ?? 0);
		yield* listeners.listen(container, {port}, true);
		yield* task.wait(Number.POSITIVE_INFINITY);
		return 0;
	}

	const [host = '', port = '0'] = operands;
	const resolved = yield* resolve(place, host);
	yield* task.wait(1);
	if (resolved.case === 'silent') {
		yield* waitForSilence(task);
	}

	const [ip] = resolved.case === 'found' ? resolved.addresses : [];
	if (ip === undefined) {
		yield* complain(
			task,
			task.isBusybox
				? `bad address '${host}'`
				: `getaddrinfo for host "${host}" port ${port}: ${unresolvedWords(resolved)}`,
		);
		return 1;
	}

	const {case: outcome} = yield* reach(place, ip, Number(port));
	if (outcome === 'lost') {
		yield* task.wait(Number(values.get('w') ?? 127) * 1000);
	}

	const works = outcome !== 'lost' && outcome !== 'refused';
	if (flags.has('v')) {
		yield* task.error(
			task.isBusybox
				? works
					? `${host} (${ip}:${port}) open\n`
					: `nc: ${host} (${ip}:${port}): Connection ${outcome === 'lost' ? 'timed out' : 'refused'}\n`
				: works
					? `Connection to ${host} (${ip}) ${port} port [tcp/*] succeeded!\n`
					: `nc: connect to ${host} (${ip}) port ${port} (tcp) failed: Connection ${outcome === 'lost' ? 'timed out' : 'refused'}\n`,
		);
	}

	return works ? 0 : 1;
};

const httpd: NetworkProgram = function* ({task, container, listeners}, args) {
	const flag = args.indexOf('-p');
	const port = Number((flag === -1 ? '80' : (args[flag + 1] ?? '80')).replace(/^.*:/, ''));
	const home = args[args.indexOf('-h') + 1] ?? '.';
	const root = pathIn(task, args.includes('-h') ? home : '.');
	yield* listeners.listen(container, {port, documents: {root, server: 'busybox'}}, true);
	if (args.includes('-f') || args.some((word) => /^-\w*f/.test(word))) {
		yield* task.wait(Number.POSITIVE_INFINITY);
	}

	return 0;
};

/** Programs that use the network. */
export const networkPrograms: ReadonlyMap<string, NetworkProgram> = new Map([
	['wget', wget],
	['curl', curl],
	['nslookup', nslookup],
	['dig', dig],
	['host', nslookup],
	['getent', getent],
	['ping', ping],
	['nc', nc],
	['netcat', nc],
	['telnet', nc],
	['httpd', httpd],
]);
