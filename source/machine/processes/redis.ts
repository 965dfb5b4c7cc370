import {FileError, type FileSystem} from '../../host/file-system.js';

/** The settings of a redis server, by name. */
export type RedisSettings = ReadonlyMap<string, string>;

/** The default settings of redis. @see https://redis.io/docs/latest/operate/oss_and_stack/management/config/ */
const defaults: RedisSettings = new Map([
	['appendonly', 'no'],
	['databases', '16'],
	['dbfilename', 'dump.rdb'],
	['dir', '/data'],
	['loglevel', 'notice'],
	['maxclients', '10000'],
	['maxmemory', '0'],
	['maxmemory-policy', 'noeviction'],
	['port', '6379'],
	['requirepass', ''],
	['save', '3600 1 300 100 60 10000'],
	['timeout', '0'],
]);

const units: Readonly<Record<string, number>> = {
	b: 1,
	k: 1000,
	kb: 1024,
	m: 1_000_000,
	mb: 1024 ** 2,
	g: 1_000_000_000,
	gb: 1024 ** 3,
};

/** `2mb` as the number of bytes that redis keeps. */
const keptValue = (name: string, value: string): string => {
	const [, amount, unit = 'b'] = /^(\d+)([a-z]*)$/i.exec(value) ?? [];
	const factor = units[unit.toLowerCase() || 'b'];
	return name === 'maxmemory' && amount !== undefined && factor !== undefined ? String(Number(amount) * factor) : value;
};

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2');

/** The settings of a configuration file. */
const ofFile = (text: string): ReadonlyArray<readonly [string, string]> =>
	text.split('\n').flatMap((line) => {
		const [, name, value = ''] = /^\s*([a-z][\w-]*)\s*(.*?)\s*$/i.exec(line) ?? [];
		return name === undefined ? [] : [[name.toLowerCase(), unquoted(value)] as const];
	});

/** The settings of a command line: `--maxmemory 2mb --save 60 1`. */
const ofOptions = (words: readonly string[]): ReadonlyArray<readonly [string, string]> => {
	const found: Array<[string, string]> = [];
	for (const word of words) {
		const last = found.at(-1);
		if (word.startsWith('--')) {
			found.push([word.slice(2).toLowerCase(), '']);
		} else if (last) {
			last[1] = last[1] === '' ? word : `${last[1]} ${word}`;
		}
	}

	return found;
};

/**
The settings with which a redis server starts: those of the file that its command line names, then those of its options. A later change of the file has no effect.

@returns its last line, if it cannot read the file.
*/
export const redisSettings = (words: readonly string[], files: Pick<FileSystem, 'read'>): RedisSettings | string => {
	const args = words.slice(words.findIndex((word) => /(?:^|\/)(?:redis|valkey)-server$/.test(word)) + 1);
	const [file = '-'] = args;
	try {
		const given = [...(file.startsWith('-') ? [] : ofFile(files.read(file))), ...ofOptions(args)];
		return new Map([...defaults, ...given.map(([name, value]) => [name, keptValue(name, value)] as const)]);
	} catch (error) {
		if (!(error instanceof FileError)) {
			throw error;
		}

		return `1:C # Fatal error, can't open config file '${file}': ${error.description}`;
	}
};

/**
The answer to `CONFIG GET`, as redis-cli prints it.

@param isTerminal on a terminal, values are numbered and in quotes.
@returns `undefined` for all other commands.
*/
export const configAnswer = (
	settings: RedisSettings,
	words: readonly string[],
	isTerminal: boolean,
): string | undefined => {
	const [command = '', part = '', ...patterns] = words;
	if (command.toLowerCase() !== 'config' || part.toLowerCase() !== 'get' || patterns.length === 0) {
		return undefined;
	}

	const tests = patterns.map(
		(pattern) =>
			new RegExp(
				`^${pattern
					.toLowerCase()
					.replaceAll(/[^\w*-]/g, '.')
					.replaceAll('*', '.*')}$`,
			),
	);
	const lines = [...settings].filter(([name]) => tests.some((test) => test.test(name))).flat();
	if (!isTerminal) {
		return lines.map((line) => `${line}\n`).join('');
	}

	return lines.length === 0 ? '(empty array)\n' : lines.map((line, index) => `${index + 1}) "${line}"\n`).join('');
};
