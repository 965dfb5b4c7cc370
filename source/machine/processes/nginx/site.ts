import {RE2JS, RE2JSException} from 're2js';
import {documentAt, statusPage} from '../../document-root.js';
import {FileError, type FileSystem} from '../../../host/file-system.js';
import {passOf, type Configuration, type Location, type PassURL, type Peer, type Server} from './configuration.js';
import type {Directive} from './directives.js';
import type {Answer} from '../../images/described-program.js';

/** The decision to forward a request to the first of these servers that accepts it. */
export interface Pass {
	readonly case: 'pass';
	readonly protocol: string;
	/** The servers; empty if nginx cannot determine them. */
	readonly peers: readonly Peer[];
	/** Path and query. */
	readonly target: string;
}

/** The decision of nginx about a request. */
export type Decision = ({readonly case: 'answer'} & Answer) | Pass;

const server = 'nginx';

const titles: Readonly<Record<number, string>> = {
	301: 'Moved Permanently',
	302: 'Found',
	303: 'See Other',
	307: 'Temporary Redirect',
	308: 'Permanent Redirect',
	400: 'Bad Request',
	401: 'Authorization Required',
	403: 'Forbidden',
	404: 'Not Found',
	405: 'Not Allowed',
	410: 'Gone',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Temporarily Unavailable',
	504: 'Gateway Time-out',
};

/** nginx's own page for a status. */
export const nginxPage = (status: number): Answer => statusPage(status, titles[status] ?? 'Error', {root: '', server});

const answered = (answer: Answer): Decision => ({case: 'answer', ...answer});

/** The `server` for a port's requests: the default one, or the first. Names of hosts are not compared. */
const serverFor = ({servers}: Configuration, port: number): Server | undefined => {
	const there = servers.filter(({ports}) => ports.some((one) => one.port === port));
	return there.find(({ports}) => ports.some((one) => one.port === port && one.isDefault)) ?? there[0];
};

const fits = ({modifier, path}: Location, asked: string): boolean => {
	try {
		return RE2JS.compile(path, modifier === '~*' ? RE2JS.CASE_INSENSITIVE : 0)
			.matcher(asked)
			.find();
	} catch (error) {
		if (error instanceof RE2JSException) {
			return false;
		}

		throw error;
	}
};

/**
The location of a path: an exact one, otherwise the longest prefix, which a regular expression overrides.

@see https://nginx.org/en/docs/http/ngx_http_core_module.html#location
*/
export const locationOf = (locations: readonly Location[], path: string): Location | undefined => {
	const exact = locations.find(({modifier, path: own}) => modifier === '=' && own === path);
	const [longest] = locations
		.filter(({modifier, path: own}) => (modifier === '' || modifier === '^~') && path.startsWith(own))
		.sort((a, b) => b.path.length - a.path.length);
	return (
		exact ??
		(longest?.modifier === '^~' ? longest : undefined) ??
		locations.find((one) => one.modifier.startsWith('~') && fits(one, path)) ??
		longest
	);
};

const first = (directives: readonly Directive[], name: string): readonly string[] | undefined =>
	directives.find((one) => one.name === name)?.args;

/** One request, from the view of the directives. */
class Request {
	readonly #path: string;

	constructor(
		readonly files: FileSystem,
		readonly configuration: Configuration,
		readonly found: Server,
		/** Path and query. */
		readonly target: string,
		readonly port: number,
	) {
		this.#path = target.replace(/[?#].*$/, '');
	}

	decide(): Decision {
		const {own, locations} = this.found;
		const early = first(own, 'return');
		return early ? this.#return(early, own) : this.#in(locationOf(locations, this.#path), this.#path);
	}

	#in(location: Location | undefined, path: string, depth = 0): Decision {
		const directives = location?.directives ?? this.found.own;
		const returned = first(directives, 'return');
		if (returned) {
			return this.#return(returned, directives);
		}

		const passing = directives.find((one) => /^\w+_pass$/.test(one.name));
		if (passing) {
			const url = passOf({...passing, args: passing.args.map((text) => this.#filled(text, directives))});
			return url ? this.#pass(url, location, passing, directives) : answered({status: 200, body: ''});
		}

		if (first(directives, 'stub_status')) {
			return answered({
				status: 200,
				body: 'Active connections: 1 \nserver accepts handled requests\n 1 1 1 \nReading: 0 Writing: 1 Waiting: 0 \n',
			});
		}

		const [denied] = directives.filter(({name}) => name === 'deny' || name === 'allow');
		if (denied?.name === 'deny' && denied.args[0] === 'all') {
			return answered(nginxPage(403));
		}

		const tried = first(directives, 'try_files');
		return tried && depth < 10 ? this.#try(tried, location, path, depth) : this.#file(location, path);
	}

	#file(location: Location | undefined, path: string): Decision {
		const directives = location?.directives ?? this.found.own;
		const alias = location && first(directives, 'alias')?.[0];
		const [root = '/etc/nginx/html'] = first(directives, 'root') ?? [];
		const documents = {
			root: alias?.replace(/\/$/, '') ?? root.replace(/\/$/, ''),
			server,
			index: first(directives, 'index'),
		} as const;
		return answered(
			documentAt(this.files, documents, alias === undefined ? path : `/${path.slice(location?.path.length)}`),
		);
	}

	/** @see https://nginx.org/en/docs/http/ngx_http_core_module.html#try_files */
	#try(args: readonly string[], location: Location | undefined, path: string, depth: number): Decision {
		const directives = location?.directives ?? this.found.own;
		const [root = '/etc/nginx/html'] = first(directives, 'root') ?? [];
		const last = args.at(-1) ?? '';
		for (const candidate of args.slice(0, -1)) {
			const at = this.#filled(candidate, directives);
			const wanted = at.endsWith('/') ? 'directory' : 'file';
			if (this.#kind(`${root}${at}`.replace(/\/+$/, '')) === wanted) {
				return this.#file(location, at);
			}
		}

		if (last.startsWith('=')) {
			return answered(nginxPage(Number(last.slice(1))));
		}

		const {locations} = this.found;
		const next = this.#filled(last, directives).replace(/\?.*$/, '');
		return next.startsWith('@')
			? this.#in(
					locations.find(({modifier, path: name}) => modifier === '@' && name === next.slice(1)),
					path,
					depth + 1,
				)
			: this.#in(locationOf(locations, next), next, depth + 1);
	}

	#kind(path: string): 'file' | 'directory' | 'link' | undefined {
		try {
			return this.files.stat(path)?.kind;
		} catch (error) {
			if (error instanceof FileError) {
				return undefined;
			}

			throw error;
		}
	}

	#return([code = '', text]: readonly string[], directives: readonly Directive[]): Decision {
		const status = /^\d+$/.test(code) ? Number(code) : 302;
		const said = text ?? (status === 302 && !/^\d+$/.test(code) ? code : undefined);
		const filled = said && this.#filled(said, directives);
		if (filled !== undefined && /^30[12378]$/.test(String(status))) {
			return answered({...nginxPage(status), to: filled});
		}

		if (filled === undefined && status >= 300) {
			return answered(nginxPage(status));
		}

		return answered({status, body: filled ?? ''});
	}

	#pass(url: PassURL, location: Location | undefined, passing: Directive, directives: readonly Directive[]): Decision {
		const {protocol, host, port, path} = url;
		const peers = this.configuration.upstreams.get(host) ?? [{host, port}];
		const isLate = passing.args[0]?.includes('$') ?? false;
		const isUnknown = isLate && !/^\d+(?:\.\d+){3}$/.test(host) && !first(directives, 'resolver');
		const prefix = location && /^(?:\^~|=)?$/.test(location.modifier) ? location.path : '';
		return {
			case: 'pass',
			protocol,
			peers: isUnknown && !this.configuration.upstreams.has(host) ? [] : peers,
			target: path === undefined || isLate ? (path ?? this.target) : path + this.target.slice(prefix.length),
		};
	}

	/** Replaces the variables in a text. */
	#filled(text: string, directives: readonly Directive[], depth = 0): string {
		return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced: string | undefined, plain: string | undefined) => {
			const name = braced ?? plain ?? '';
			const set = [...directives, ...this.found.own].find((one) => one.name === 'set' && one.args[0] === `$${name}`);
			if (set) {
				return depth < 10 ? this.#filled(set.args[1] ?? '', directives, depth + 1) : '';
			}

			switch (name) {
				case 'uri':
				case 'document_uri': {
					return this.#path;
				}

				case 'request_uri': {
					return this.target;
				}

				case 'is_args': {
					return this.target.includes('?') ? '?' : '';
				}

				case 'args':
				case 'query_string': {
					return /\?(.*)$/.exec(this.target)?.[1] ?? '';
				}

				case 'host':
				case 'server_name':
				case 'http_host': {
					return 'localhost';
				}

				case 'scheme': {
					return 'http';
				}

				case 'server_port': {
					return String(this.port);
				}

				case 'hostname': {
					return this.files.read('/etc/hostname').trim();
				}

				default: {
					return depth > 0 || name === '' ? whole : '';
				}
			}
		});
	}
}

/**
The decision of nginx about a request: an answer, or the server to which it is forwarded.

Simplified: hosts are not distinguished, and `rewrite`, `if` and scripting modules have no effect.

@param target path and query.
*/
export const decide = (files: FileSystem, configuration: Configuration, port: number, target: string): Decision => {
	const found = serverFor(configuration, port);
	return found ? new Request(files, configuration, found, target, port).decide() : answered(nginxPage(404));
};

/** The running nginx: it looks up the servers of `proxy_pass` once, when it reads its configuration. */
export interface Site {
	readonly configuration: Configuration;
	/** The addresses, by host. */
	readonly addresses: ReadonlyMap<string, readonly string[]>;
}
