import type {ToolAnswer} from './known-image.js';

/** The address of a client's server. */
export interface AskedServer {
	/** `undefined`: in its own container or Pod. */
	readonly host: string | undefined;
	readonly port: number;
}

/** Options that name a host, or a host and a port. */
const hostOptions = ['-h', '--host', '--hostname', '--bootstrap-server', '--broker-list', '-server', '--endpoints'];

/** Variables for it, by the usual port of their server. */
const variables: ReadonlyMap<number, {readonly host: string; readonly port?: string}> = new Map([
	[5432, {host: 'PGHOST', port: 'PGPORT'}],
	[3306, {host: 'MYSQL_HOST', port: 'MYSQL_TCP_PORT'}],
	[8200, {host: 'VAULT_ADDR'}],
	[8500, {host: 'CONSUL_HTTP_ADDR'}],
	[2379, {host: 'ETCDCTL_ENDPOINTS'}],
]);

/** `redis://:secret@cache:6380/0`, `db:5432`, `db`. @returns `undefined` if there is no host in it. */
export const hostAndPort = (text: string): {readonly host: string; readonly port?: string} | undefined => {
	const [, host, port] =
		/^(?:[a-z][a-z\d+.-]*:\/\/(?:[^@/]*@)?)?([\w.-]+)(?::(\d{1,5}))?(?:[,/?].*)?$/i.exec(text) ?? [];
	return host === undefined ? undefined : {host, port};
};

const isLocal = (host: string): boolean => /^localhost$|^127\.|^0\.0\.0\.0$/.test(host);

/** The value of an option: `-h db`, `-hdb`, `--host=db`. */
const valueOf = (args: readonly string[], names: readonly string[]): string | undefined => {
	for (const [index, word] of args.entries()) {
		for (const name of names) {
			const start = /^-\w$/.test(name) ? name : `${name}=`;
			const attached = word.startsWith(start) ? word.slice(start.length) : undefined;
			const value = word === name ? args[index + 1] : attached;
			if (value !== undefined) {
				return value;
			}
		}
	}

	return undefined;
};

/**
The server in a client's command line: from an option, an address in its own form (`postgresql://…`, `db:27017/shop`), or a variable.

@param usualPort the default port of such a server.
*/
export const askedServer = (
	args: readonly string[],
	environment: ReadonlyMap<string, string>,
	usualPort: number,
): AskedServer => {
	const variable = variables.get(usualPort);
	const address = args
		.filter((word) => !/^--?[\w-]+$/.test(word))
		.map((word) => word.replace(/^--?[\w-]+=/, ''))
		.find((word) => /^[a-z][a-z\d+.-]*:\/\//i.test(word) || /^[\w.-]+:\d{1,5}(?:[,/]|$)/.test(word));
	const text = valueOf(args, hostOptions) ?? address ?? environment.get(variable?.host ?? '');
	const found = text === undefined ? undefined : hostAndPort(text);
	// The small letter is the password of MySQL's clients.
	const port =
		valueOf(args, [usualPort === 3306 ? '-P' : '-p', '--port']) ?? found?.port ?? environment.get(variable?.port ?? '');
	return {
		host: found && !isLocal(found.host) ? found.host : undefined,
		port: /^\d{1,5}$/.test(port ?? '') ? Number(port) : usualPort,
	};
};

/** The output of a client, with its requested host in place of the recorded one. */
export const saidOf = (text: string, {host, port}: AskedServer, usualPort: number): string =>
	text.replaceAll(
		new RegExp(String.raw`(127\.0\.0\.1|localhost|/var/run/postgresql):${usualPort}`, 'g'),
		(_, own: string) => `${host ?? own}:${port}`,
	);

/** Whether the behaviour of a program of an image for a command line is unknown: it is assumed to work. */
export const isAssumed = ({output, exit, nginx, client, signal}: ToolAnswer): boolean =>
	[output, exit, nginx, client, signal].every((part) => part === undefined);
