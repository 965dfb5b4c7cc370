import {baseName, commandWords, unwrapped, option, isLoopback, isWild, portsOf} from './command-line.js';
import type {KnownImage, KnownProgram, ServedPort, ToolAnswer} from './known-image.js';
import {hostAndPort} from './asked-server.js';
import {digitsOfPi} from './pi.js';
import type {Image} from './image.js';
import type {Answer, Listens, Program} from './described-program.js';
import type {Run} from './container-run.js';

/** A container without its own settings. */
export const plainRun: Run = {
	image: '',
	environment: {},
	hostname: '',
	namespace: 'default',
	declared: [],
	asked: [],
	purpose: 'serve',
};

/** Fills the values of a container into a text. */
const filled = (text: string, words: readonly string[], port: number | undefined, run: Run): string =>
	text.replaceAll(/\$\$|\$ARG:(\w+)|\$(\w+)/g, (whole, argument: string | undefined, name: string = '') => {
		if (whole === '$$') {
			return '$';
		}

		switch (argument === undefined ? name : '') {
			case '': {
				return (
					option(words, [`-${argument}`, `--${argument}`]) ??
					run.environment[`ECHO_${argument?.toUpperCase()}`] ??
					'hello-world'
				);
			}

			case 'PORT': {
				return String(port ?? '');
			}

			case 'ARGS': {
				return words.slice(2).join(' ');
			}

			case 'HOSTNAME': {
				return run.hostname;
			}

			case 'NAMESPACE': {
				return run.namespace;
			}

			case 'NODE': {
				return run.node ?? '';
			}

			case 'NODE_IP': {
				return run.nodeIP ?? '';
			}

			// Each request has its own.
			case 'CLIENT': {
				return whole;
			}

			case 'IP': {
				return '0.0.0.0';
			}

			case 'PI': {
				return digitsOfPi(Number(/bpi\((\d+)\)/.exec(words.join(' '))?.[1] ?? 2000));
			}

			default: {
				return run.environment[name] ?? '';
			}
		}
	});

const openPort = (served: ServedPort, port: number, readyMs: number, words: readonly string[], run: Run): Listens => {
	const {options: _, variable: __, loopback: ___, ...listens} = served;
	const answers = (list: readonly Answer[]) =>
		list.map((answer) =>
			answer.body?.includes('$') ? {...answer, body: filled(answer.body, words, port, run)} : answer,
		);
	return {
		...listens,
		port,
		...(isLoopback(served, words, run.environment) ? {loopback: true as const} : {}),
		...(readyMs > 0 ? {afterMs: listens.afterMs ?? readyMs} : {}),
		...(listens.http
			? {http: Object.fromEntries(Object.entries(listens.http).map(([path, list]) => [path, answers(list)]))}
			: {}),
	};
};

/** The ports that a program opens; one of many that options give is not opened twice. */
const openPorts = (
	serves: readonly ServedPort[],
	readyMs: number,
	words: readonly string[],
	run: Run,
): readonly Listens[] => {
	const named = new Set(serves.flatMap((one) => (isWild(one) ? [] : portsOf(one, words, run.environment))));
	return serves.flatMap((one) =>
		portsOf(one, words, run.environment)
			.filter((port) => !isWild(one) || !named.has(port))
			.map((port) => openPort(one, port, readyMs, words, run)),
	);
};

const anything: Pick<Listens, 'http' | 'grpc'> = {
	http: {'*': [{status: 200, body: 'ok'}]},
	grpc: {'*': [{serving: 'SERVING'}]},
};

/**
Ports of a program that is not simulated: the declared ones, and those of a probe or Service.

A container with its own command, such as a worker beside its server, often declares a port without opening it. A port stays with the
container that already listens there.
*/
const assumedPorts = ({declared, asked, command}: Run, open: readonly Listens[]): readonly Listens[] =>
	[...new Set([...declared, ...asked])]
		.filter((port) => !open.some((one) => one.port === port))
		.map((port) => ({
			port,
			...anything,
			...(declared.includes(port) && command === undefined ? {} : {ifFree: true as const}),
		}));

/** A program that is not simulated: it serves until a signal ends it, or works briefly. In a Job, it ends, even if its container has ports and probes. */
const assumed = (name: string, run: Run, open: readonly Listens[] = []): Pick<Image, 'program' | 'listens'> => {
	const {purpose} = run;
	const hasPorts = run.declared.length > 0 || run.asked.length > 0;
	const serves = purpose === 'serve' || (purpose === 'finish' && hasPorts);
	return {
		program: serves ? {name, term: {exit: 0, afterMs: 100}} : {name, forMs: 1000, exit: 0},
		listens: serves || (purpose === 'complete' && hasPorts) ? [...open, ...assumedPorts(run, open)] : [],
	};
};

const answerOf = (answers: readonly ToolAnswer[] | undefined, args: readonly string[]): ToolAnswer | undefined =>
	answers?.find(({when}) => when === undefined || new RegExp(when).test(args.join(' ')));

/** The files that options of a command line name. */
const filesRead = (
	reads: NonNullable<KnownProgram['reads']>,
	words: readonly string[],
): NonNullable<Program['reads']> =>
	reads.flatMap(({options, failed, exit}) => {
		const path = option(words, options);
		return path?.startsWith('/') ? [{path, failed: failed.replaceAll('$FILE', () => path), exit}] : [];
	});

/** The server that a program waits for. A name of SRV records has several, which are assumed to answer. */
const serverWaitedFor = (
	{variables, usual = '', port, ...rest}: NonNullable<KnownProgram['connects']>,
	environment: Run['environment'],
): NonNullable<Program['connects']> | undefined => {
	const address = variables.map((name) => environment[name]).find(Boolean) ?? usual;
	const found = address.includes('+srv:') ? undefined : hostAndPort(address);
	if (!found) {
		return undefined;
	}

	const number = found.port === undefined ? port : Number(found.port);
	const failed = rest.failed.replaceAll('$HOST', () => found.host).replaceAll('$PORT', String(number));
	return {...rest, host: found.host, port: number, failed};
};

/** The behaviour of one program as the first process. */
const programRun = (
	name: string,
	program: KnownProgram,
	words: readonly string[],
	run: Run,
): Pick<Image, 'program' | 'listens' | 'opaque'> => {
	const {
		needs,
		refuses,
		serves = [],
		readyMs = 0,
		log = [],
		forMs,
		exit,
		term = {exit: 0, afterMs: 100},
		inUse,
		creates,
		reads = [],
		connects,
		asRoot,
		configured,
		settings,
		runsCode,
		opensDeclared,
		foreground,
	} = program;
	const has = (variable: string): boolean => {
		const [name = '', value] = variable.split('=');
		return value === undefined ? Boolean(run.environment[name]) : run.environment[name] === value;
	};

	const isRefused =
		refuses?.variables.some(has) &&
		(refuses.mounts === undefined || refuses.mounts.some((path) => run.mounts?.includes(path)));
	const ends = (needs && !needs.variables.some(has) ? needs : undefined) ?? (isRefused ? refuses : undefined);
	if (ends) {
		return {program: {name, log: ends.log, forMs: 200, exit: ends.exit}, listens: []};
	}

	const open = forMs === undefined ? openPorts(serves, readyMs, words, run) : [];
	const port = open[0]?.port;
	const lines = log.map((line) => filled(line, words, port, run));
	const own: Program = {
		name,
		log: lines,
		...(readyMs > 0 && forMs === undefined ? {readyMs} : {}),
		term,
		...(forMs === undefined ? {} : {forMs, exit: exit ?? 0}),
		...(foreground === undefined || new RegExp(foreground).test(words.join(' ')) ? {} : {isDaemon: true as const}),
		...(inUse === undefined ? {} : {inUse}),
		...(reads.length === 0 ? {} : {reads: filesRead(reads, words)}),
		...(connects === undefined ? {} : {connects: serverWaitedFor(connects, run.environment)}),
		...(creates === undefined ? {} : {creates}),
		...(asRoot === undefined ? {} : {asRoot}),
		...(configured === undefined ? {} : {configured: {by: configured, words}}),
		...(settings === undefined ? {} : {settings: {of: settings, words}}),
	};
	if (!runsCode || forMs !== undefined) {
		const more = opensDeclared ? assumedPorts({...run, asked: []}, open) : [];
		const isAssumed = runsCode === true || more.length > 0;
		return {program: own, listens: [...open, ...more], ...(isAssumed ? {opaque: words.join(' ')} : {})};
	}

	const served = assumed(name, run, open);
	return {
		program: {...served.program, log: lines, ...(served.program?.forMs === undefined ? {term} : {})},
		listens: served.listens,
		opaque: words.join(' '),
	};
};

/** Options with a value, of Python's file server. */
const valuedOptions = new Set(['-b', '--bind', '-d', '--directory', '-p', '--protocol']);

/** `python -m http.server 8080`. An argument that is not a number, such as a variable that no shell has replaced, ends it. */
const fileServer = (words: readonly string[]): KnownProgram | undefined => {
	const [program = '', flag, module = '', ...rest] = words;
	if (!baseName(program).startsWith('python') || flag !== '-m' || !/^(?:http\.server|SimpleHTTPServer)$/.test(module)) {
		return undefined;
	}

	const port = rest.find((word, index) => !word.startsWith('-') && !valuedOptions.has(rest[index - 1] ?? '')) ?? '8000';
	if (/^\d+$/.test(port)) {
		return {
			serves: [{port: Number(port), documents: {root: '.', server: 'python'}}],
			term: {exit: 143, afterMs: 0},
		};
	}

	const said = port.replaceAll('$', () => '$$');
	return module === 'http.server'
		? {
				forMs: 100,
				exit: 2,
				log: [
					'usage: server.py [-h] [--cgi] [-b ADDRESS] [-d DIRECTORY] [-p VERSION] [port]',
					`server.py: error: argument port: invalid int value: '${said}'`,
				],
			}
		: {forMs: 100, exit: 1, log: [`ValueError: invalid literal for int() with base 10: '${said}'`]};
};

const mainOf = (
	image: KnownImage,
	words: readonly string[],
	run: Pick<Run, 'image' | 'isRestored'>,
): {readonly name: string; readonly program: KnownProgram} | undefined => {
	const [first = '', second = ''] = words;
	const name = baseName(first);
	const program = image.programs[name];
	if (!program) {
		return undefined;
	}

	const flag = toolAnswer(image, [name, ...words.slice(1)], run.image);
	if (flag?.when !== undefined && flag.asks === undefined && second.startsWith('-')) {
		return {name, program: {forMs: 100, exit: flag.exit ?? 0, log: (flag.output ?? '').trimEnd().split('\n')}};
	}

	const chosen = program.subcommands?.[second] ?? program;
	return {name, program: fileServer(words) ?? (run.isRestored ? chosen : onCommandLine(chosen, words))};
};

/** A program with the differences that a missing option makes. */
const onCommandLine = (program: KnownProgram, words: readonly string[]): KnownProgram => {
	const difference = program.without?.find(({option}) => !words.some((word) => new RegExp(option).test(word)));
	return difference ? {...program, ...difference} : program;
};

/** The properties that differ between the containers of an image. */
export type Behaviour = Pick<Image, 'program' | 'listens' | 'opaque' | 'words' | 'own'>;

/** The behaviour of a container of an image that is known by its name. */
const knownBehaviour = (image: KnownImage, run: Run): Behaviour => {
	const given = {...run, environment: {...image.env, ...run.environment}};
	const all = commandWords(image, run);
	const words = unwrapped(image, all);
	const main = mainOf(image, words, run);
	// A client is run as any other program: whether it finds its server is decided then.
	const isOwn = main && !main.program.isKubectl && !main.program.isSimulated;
	if (isOwn && answerOf(image.tools?.[main.name], words.slice(1))?.asks === undefined) {
		return {...programRun(main.name, main.program, words, given), words: all, own: true};
	}

	// A script may start the image's own program.
	const usual = mainOf(image, unwrapped(image, commandWords(image, {})), run);
	return {
		...(usual && !usual.program.isSimulated
			? programRun(usual.name, usual.program, commandWords(image, {}), given)
			: {}),
		words,
		own: false,
		opaque: undefined,
	};
};

/** Shells, and common programs with visible work: as a container's command they run with any image. */
const wellKnownPrograms =
	/^(?:sh|ash|dash|bash|busybox|env|exec|echo|printf|true|false|test|cat|head|tail|ls|sleep|date|id|whoami|hostname|pwd|mkdir|touch|cp|mv|rm|ln|chmod|chown|grep|sed|awk|seq|wc|sort|tee|timeout|nc|curl|wget|nslookup)$/;

/** Programs in images of applications that wait for a server. */
const waiters = /^(?:wait-for(?:-it)?(?:\.sh)?|dockerize|wait4x)$/;

/** The behaviour of a container of an unknown image: a script runs, and any other program is assumed to work. */
const unknownBehaviour = (run: Run): Behaviour => {
	const [first = ''] = run.command ?? [];
	if (wellKnownPrograms.test(baseName(first)) || waiters.test(baseName(first))) {
		return {
			words: [...(run.command ?? []), ...(run.args ?? [])],
			own: false,
			opaque: undefined,
			program: undefined,
			listens: [],
		};
	}

	const name = baseName(first) || 'the image';
	return {...assumed(name, run), opaque: [...(run.command ?? []), ...(run.args ?? [])].join(' ') || 'its own program'};
};

/** The behaviour of an unsimulated program that a container's script has left running. */
export const assumedProgram = (words: readonly string[], run: Run): Pick<Image, 'program' | 'listens'> =>
	assumed(baseName(words[0] ?? ''), run);

/** An image as one container runs it. */
export const imageInContainer = (image: Image, run: Run): Image => {
	if (image.known) {
		return {...image, ...knownBehaviour(image.known, run), run};
	}

	if (image.anyPort) {
		return {...image, ...unknownBehaviour(run), run};
	}

	return image;
};

/** The behaviour of one of the image's own programs that a script starts. */
export const programOf = (image: Image, words: readonly string[]): Behaviour =>
	image.known ? knownBehaviour(image.known, {...plainRun, ...image.run, command: words, args: []}) : image;

const images = new WeakMap<KnownImage, Image>();

/** An image that is known by its name, as its containers run it by default. */
export const wellKnown = (known: KnownImage): Image => {
	let image = images.get(known);
	if (!image) {
		const {size, user, uid, shell, stopSignal, tools} = known;
		const {own: _, words: __, ...usual} = knownBehaviour(known, plainRun);
		image = {size, user, uid, shell, stopSignal, tools, known, ...usual};
		images.set(known, image);
	}

	return image;
};

/** Inserts the version from an image's tag into a text: `$VERSION(1.27.5)`, where the number is the default for tags without one. */
const versioned = (text: string, image: string): string => {
	const [, version] = /:v?(\d+\.\d+(?:\.\d+)?)[^/]*$/.exec(image) ?? [];
	return text.replaceAll(/\$VERSION\(([\d.]+)\)/g, (_, usual: string) => version ?? usual);
};

/** The output of a program of an image next to the first process; `undefined` if it has no such program. */
export const toolAnswer = (
	image: Pick<Image, 'tools'>,
	words: readonly string[],
	imageName = '',
): ToolAnswer | undefined => {
	const [first = '', ...args] = words;
	const answer = answerOf(image.tools?.[baseName(first)], args);
	return answer?.output?.includes('$VERSION') ? {...answer, output: versioned(answer.output, imageName)} : answer;
};
