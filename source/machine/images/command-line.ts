import type {Run} from './container-run.js';
import type {KnownImage, ServedPort} from './known-image.js';

/** The last part of a path: the name of a program. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const wrappers =
	/^(?:tini|dumb-init|catatonit|s6-svscan|entrypoint|docker-entrypoint\.sh|entrypoint\.sh|docker-php-entrypoint|exec|nice|gosu|su-exec)$/;

/** The command line: the container's, in place of its image's. @see https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/ */
export const commandWords = (
	{entrypoint = [], cmd = []}: Pick<KnownImage, 'entrypoint' | 'cmd'>,
	{command = [], args = []}: Pick<Run, 'command' | 'args'>,
): readonly string[] =>
	command.length > 0 ? [...command, ...args] : [...entrypoint, ...(args.length > 0 ? args : cmd)];

/** The command line that remains after programs that only start others. */
export const unwrapped = (image: KnownImage, words: readonly string[]): readonly string[] => {
	let rest = words;
	const starters = new Set((image.entrypoint ?? []).map(baseName));
	for (;;) {
		const [first = '', ...others] = rest;
		const name = baseName(first);
		if (first === '' || image.programs[name] || !(wrappers.test(name) || (starters.has(name) && others.length > 0))) {
			break;
		}

		const options = others[0] === '-g' || others[0] === '-s' ? 1 : 0;
		rest = others.slice(others[options] === '--' ? options + 1 : options);
	}

	const [first = ''] = rest;
	const main = (image.cmd ?? []).slice(0, 1);
	const isSubcommand = image.programs[baseName(main[0] ?? '')]?.subcommands?.[first] !== undefined;
	// A command line that begins with an option has no program, unless one before has taken its place.
	return (first.startsWith('-') && rest !== words) || first === '' || (rest !== words && isSubcommand)
		? [...main, ...rest.filter((word) => word !== '')]
		: rest;
};

/** The value of an option: `--port 80`, `--port=80`, `-p80`; `undefined` if no word gives it. */
export const option = (words: readonly string[], names: readonly string[] = []): string | undefined => {
	for (const [index, word] of words.entries()) {
		for (const name of names) {
			if (word === name) {
				return words[index + 1];
			}

			if (word.startsWith(`${name}=`)) {
				return word.slice(name.length + 1);
			}

			if (/^-[a-zA-Z]$/.test(name) && word.startsWith(name) && /^\d+$/.test(word.slice(2))) {
				return word.slice(2);
			}
		}
	}

	return undefined;
};

/** The values of all options that a name with `*` matches, in any case: `--entrypoints.*.address`. */
const optionsLike = (words: readonly string[], names: readonly string[] = []): readonly string[] =>
	names
		.filter((name) => name.includes('*'))
		.flatMap((name) => {
			const pattern = new RegExp(
				`^${name.replaceAll('.', String.raw`\.`).replace('*', String.raw`[\w-]+`)}=(.*)$`,
				'i',
			);
			return words.flatMap((word) => pattern.exec(word)?.[1] ?? []);
		});

/** Whether a port is one of many that options give. */
export const isWild = ({options = []}: ServedPort): boolean => options.some((name) => name.includes('*'));

/** The port of an address: of `8000`, `:8000`, `0.0.0.0:8000/tcp`. */
const portIn = (address: string | undefined): number | undefined => {
	const number = Number(/(\d+)(?:\/tcp)?$/.exec(address ?? '')?.[1]);
	return number > 0 && number < 65_536 ? number : undefined;
};

/** The addresses that a server's command line and environment give for a port; without any, `undefined`. */
const addressesOf = (
	{options, variable}: ServedPort,
	words: readonly string[],
	environment: Run['environment'],
): readonly string[] | undefined =>
	(option(words, options) ?? (variable === undefined ? undefined : environment[variable]))?.split(',');

/** Whether a server accepts connections to a port only from its own Pod: each of its addresses, such as `http://localhost:2379`, is one of the loopback. */
export const isLoopback = (served: ServedPort, words: readonly string[], environment: Run['environment']): boolean => {
	const addresses = addressesOf(served, words, environment)?.filter((address) => portIn(address) !== undefined);
	return addresses === undefined || addresses.length === 0
		? served.loopback === true
		: addresses.every((address) => /^(?:[a-z]+:\/\/)?(?:localhost|127\.[\d.]+|\[::1\]):/i.test(address));
};

/** The ports in a server's command line; without any, its own. */
export const portsOf = (
	served: ServedPort,
	words: readonly string[],
	environment: Run['environment'],
): readonly number[] => {
	const many = optionsLike(words, served.options).flatMap((address) => portIn(address) ?? []);
	return many.length > 0
		? [...new Set(many)]
		: [portIn(addressesOf(served, words, environment)?.at(-1)) ?? served.port];
};
