import {sleep, type Routine} from '../../../kernel/routine.js';
import {registryKey} from '../../../objects/resources.js';
import {note} from '../../../stages/note.js';
import type {RuntimeContainer} from '../../container.js';
import {FileError} from '../../../host/file-system.js';
import type {OpenPort} from '../../listeners.js';
import {resolve, type Place} from '../network.js';
import {pathsOf} from '../shell/globbing.js';
import {configurationOf, type Configuration} from './configuration.js';
import {ConfigurationError} from './directives.js';
import type {Site} from './site.js';

const templates = '/etc/nginx/templates';
const output = '/etc/nginx/conf.d';

/**
Makes the files that the image's entry point creates from templates before nginx starts, with the container's variables.

@returns its output.
@see https://hub.docker.com/_/nginx
*/
const fillTemplates = (container: RuntimeContainer): readonly string[] => {
	const {files, config} = container;
	const script = '20-envsubst-on-templates.sh';
	const variables = new Map((config.envs ?? []).map(({key, value}) => [key, value ?? '']));
	const found = files.stat(templates)?.kind === 'directory' ? pathsOf(`${templates}/*.template`, files, '/') : [];
	return found.map((template) => {
		const made = `${output}${template.slice(templates.length, -'.template'.length)}`;
		try {
			const text = files.read(template);
			files.write(
				made,
				text.replaceAll(
					/\$(?:\{(\w+)\}|(\w+))/g,
					(whole, braced?: string, plain?: string) => variables.get(braced ?? plain ?? '') ?? whole,
				),
			);
			return `${script}: Running envsubst on ${template} to ${made}`;
		} catch (error) {
			if (!(error instanceof FileError)) {
				throw error;
			}

			return `${script}: ERROR: ${templates} exists, but ${output} is not writable`;
		}
	});
};

/** The result of nginx's start. */
export type Beginning =
	| {readonly case: 'ready'; readonly log: readonly string[]; readonly listens: readonly OpenPort[]}
	/** It refuses its configuration, prints the reason, and ends with 1. */
	| {readonly case: 'failed'; readonly log: readonly string[]};

const silenceMs = 10_000;

function* look(place: Place, configuration: Configuration): Routine<Site> {
	const addresses = new Map<string, readonly string[]>();
	for (const {host, shown, at} of configuration.hosts) {
		if (addresses.has(host)) {
			continue;
		}

		const found = yield* resolve(place, host);
		if (found.case === 'silent') {
			yield* sleep(silenceMs);
		}

		if (found.case !== 'found') {
			throw new ConfigurationError(`host not found in upstream "${shown}"`, at);
		}

		addresses.set(host, found.addresses);
	}

	return {configuration, addresses};
}

/** The file that a command line names with `-c`, or the usual one. */
const fileOf = (words: readonly string[]): string => {
	const given = words.indexOf('-c');
	return (given > 0 && words[given + 1]) || '/etc/nginx/nginx.conf';
};

/** Whether a configuration keeps nginx in the foreground. */
export const staysInForeground = ({files}: RuntimeContainer, words: readonly string[]): boolean => {
	const file = fileOf(words);
	return files.stat(file)?.kind === 'file' && /^[^#\n]*\bdaemon\s+off\s*;/m.test(files.read(file));
};

/** Reads the configuration as nginx does at its start, and finds its servers. @param words its command line, which may name another file with `-c`. */
export function* begin(place: Place, words: readonly string[]): Routine<Beginning> {
	const {container} = place;
	const log = container.image.words?.[0]?.endsWith('docker-entrypoint.sh') ? fillTemplates(container) : [];
	try {
		const configuration = configurationOf(container.files, fileOf(words));
		const site = yield* look(place, configuration);
		for (const {name, file, line} of configuration.assumed) {
			yield* note(
				'container.assume',
				{kind: 'program', container: container.name, what: `${name} of ${file}:${line}`},
				{object: registryKey('pods', container.sandbox.namespace, container.sandbox.pod)},
			);
		}

		return {case: 'ready', log, listens: portsOf(site)};
	} catch (error) {
		if (!(error instanceof ConfigurationError)) {
			throw error;
		}

		return {case: 'failed', log: [...log, `nginx: [emerg] ${error.message}`]};
	}
}

/** The ports of all servers, each once. */
const portsOf = (site: Site): readonly OpenPort[] => {
	const all = site.configuration.servers.flatMap(({ports}) => ports);
	return [...new Set(all.map(({port}) => port))].map((port) => ({
		port,
		nginx: site,
		scheme: all.some((one) => one.port === port && one.isSecure) ? ('https' as const) : ('http' as const),
		...(all.every((one) => one.port !== port || one.loopback) ? {loopback: true as const} : {}),
	}));
};

/**
The commands `nginx -t` and `nginx -s reload` next to process 1: they read the configuration, and with `reload` its ports become those of the new one.

@returns their output and exit code.
*/
export function* runNginx(
	place: Place,
	words: readonly string[],
	task: 'test' | 'reload',
): Routine<{readonly output: string; readonly exit: number}> {
	const {container, listeners} = place;
	const begun = yield* begin(place, words);
	if (begun.case === 'failed') {
		const tested = task === 'test' ? [`nginx: configuration file ${fileOf(words)} test failed`] : [];
		return {output: [...begun.log, ...tested].join('\n').concat('\n'), exit: 1};
	}

	if (task === 'test') {
		const file = fileOf(words);
		return {
			output: `nginx: the configuration file ${file} syntax is ok\nnginx: configuration file ${file} test is successful\n`,
			exit: 0,
		};
	}

	for (const former of listeners.portsOf(container)) {
		if (begun.listens.every(({port}) => port !== former.port)) {
			yield* listeners.listen(container, former, false);
		}
	}

	for (const listens of begun.listens) {
		yield* listeners.listen(container, listens, true);
	}

	return {output: '[notice] signal process started\n', exit: 0};
}
