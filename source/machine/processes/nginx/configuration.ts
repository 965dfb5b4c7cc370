import {FileError, numberOf, type FileSystem} from '../../../host/file-system.js';
import {pathsOf} from '../shell/globbing.js';
import {ConfigurationError, parseDirectives, type Directive} from './directives.js';
import {contextOf, type Context} from './grammar.js';

/** The listeners of a `server`. */
interface ServerPort {
	readonly port: number;
	/** Whether it is reachable only from the Pod itself. */
	readonly loopback: boolean;
	readonly isSecure: boolean;
	readonly isDefault: boolean;
}

/** A `location`, or the part of a `server` outside its locations. */
export interface Location {
	/** How the path is compared. */
	readonly modifier: '' | '=' | '^~' | '~' | '~*' | '@';
	readonly path: string;
	/** Its directives, with the inherited ones. */
	readonly directives: readonly Directive[];
}

/** A `server` block of nginx. */
export interface Server {
	readonly ports: readonly ServerPort[];
	/** The directives that apply outside locations. */
	readonly own: readonly Directive[];
	readonly locations: readonly Location[];
}

/** A server to which requests are forwarded. */
export interface Peer {
	readonly host: string;
	readonly port: number;
}

/** A configuration of nginx, as far as it is simulated. */
export interface Configuration {
	readonly servers: readonly Server[];
	/** Servers by the name of their `upstream`. */
	readonly upstreams: ReadonlyMap<string, readonly Peer[]>;
	/** The hosts that nginx resolves at its start, in the order of their directives. */
	readonly hosts: ReadonlyArray<{readonly host: string; readonly shown: string; readonly at: Directive}>;
	/** Directives that decide answers and are not simulated. */
	readonly assumed: readonly Directive[];
}

/** A URL to which requests are forwarded: `http://api:8080/v1`. */
export interface PassURL extends Peer {
	readonly protocol: string;
	/** The replacing path; `undefined` if the path stays unchanged. */
	readonly path: string | undefined;
}

const usualPorts: Readonly<Record<string, number>> = {http: 80, https: 443, grpc: 80, grpcs: 443, fastcgi: 9000};

/** Directives that forward a request, and their protocols. */
const passes: Readonly<Record<string, string>> = {
	proxy_pass: 'http',
	fastcgi_pass: 'fastcgi',
	uwsgi_pass: 'uwsgi',
	scgi_pass: 'scgi',
	grpc_pass: 'grpc',
};

/** Directives that decide an answer, and are not simulated. */
const undecided =
	/^(?:if|rewrite|auth_basic|auth_request|auth_jwt|error_page|js_\w+|perl\w*|\w+_by_lua\w*|mirror|split_clients|memcached_pass)$/;

/** The target of a directive that forwards requests; `undefined` without one, or for a socket. */
export const passOf = ({name, args: [target = '']}: Pick<Directive, 'name' | 'args'>): PassURL | undefined => {
	const usual = Object.hasOwn(passes, name) ? passes[name] : undefined;
	if (usual === undefined) {
		return undefined;
	}

	const [, scheme, host = '', port, path] = /^(?:(\w+):\/\/)?(\[[^\]]*\]|[^:/]*)(?::(\d+))?(\/.*)?$/.exec(target) ?? [];
	const protocol = scheme ?? usual;
	return host === '' || host === 'unix'
		? undefined
		: {protocol, host, port: Number(port ?? usualPorts[protocol] ?? 80), path};
};

const portOf = (directive: Directive): ServerPort | undefined => {
	const [address = '', ...options] = directive.args;
	if (address.startsWith('unix:')) {
		return undefined;
	}

	const [, host = '', number] = /^(?:(\[[^\]]*\]|[^:]*):)?(\d+)$/.exec(address) ?? [];
	const port = number === undefined ? 80 : Number(number);
	if (port < 1 || port > 65_535) {
		throw new ConfigurationError(`invalid port in "${address}" of the "listen" directive`, directive);
	}

	const name = number === undefined ? address : host;
	return {
		port,
		loopback: /^(?:127\.|localhost$|\[::1\]$)/.test(name),
		isSecure: options.includes('ssl'),
		isDefault: options.some((option) => /^default(?:_server)?$/.test(option)),
	};
};

/** The directives of the outer level that the inner level does not repeat. */
const inherited = (outer: readonly Directive[], inner: readonly Directive[]): readonly Directive[] => [
	...inner,
	...outer.filter(
		({name}) =>
			/^(?:root|index|resolver|ssl_certificate(?:_key)?)$/.test(name) && !inner.some((one) => one.name === name),
	),
];

/** Files within files: nginx itself runs out of descriptors. */
const deepest = 100;

/** Reads a configuration and its includes. */
class Loader {
	readonly #servers: Server[] = [];
	readonly #upstreams = new Map<string, readonly Peer[]>();
	readonly #hosts: Array<Configuration['hosts'][number]> = [];
	readonly #assumed: Directive[] = [];
	/** Files that are being read, each by the one before. */
	#depth = 0;

	constructor(readonly files: FileSystem) {}

	load(file: string): Configuration {
		const main = this.#expand(this.#read(file), 'main');
		if (!main.some(({name}) => name === 'events')) {
			throw new ConfigurationError('no "events" section in configuration');
		}

		for (const http of main.filter(({name}) => name === 'http')) {
			this.#http(http.block ?? []);
		}

		return {
			servers: this.#servers,
			upstreams: this.#upstreams,
			hosts: this.#hosts,
			assumed: this.#assumed,
		};
	}

	#read(file: string, at?: Directive): readonly Directive[] {
		let text: string;
		try {
			text = this.files.read(file);
		} catch (error) {
			if (!(error instanceof FileError)) {
				throw error;
			}

			throw new ConfigurationError(`open() "${file}" failed (${numberOf(error)}: ${error.description})`, at);
		}

		if (this.#depth > deepest) {
			throw new ConfigurationError(`open() "${file}" failed (24: Too many open files)`, at);
		}

		return parseDirectives(file, text);
	}

	/** The directives of a block, with includes expanded, if each is allowed there. */
	#expand(directives: readonly Directive[], context: Context): readonly Directive[] {
		return directives.flatMap((directive): readonly Directive[] => {
			const {name, args, block} = directive;
			if (name === 'include' && !block) {
				return this.#included(args[0] ?? '', directive, context);
			}

			const inside = contextOf(directive, context);
			if (context !== 'upstream' && undecided.test(name)) {
				this.#assumed.push(directive);
			}

			return [inside && block ? {...directive, block: this.#expand(block, inside)} : directive];
		});
	}

	#included(pattern: string, at: Directive, context: Context): readonly Directive[] {
		const path = pattern.startsWith('/') ? pattern : `/etc/nginx/${pattern}`;
		const found = /[*?[]/.test(path) ? pathsOf(path, this.files, '/') : [path];
		this.#depth++;
		const directives = found.flatMap((file) => this.#expand(this.#read(file, at), context));
		this.#depth--;
		return directives;
	}

	#http(directives: readonly Directive[]): void {
		for (const directive of directives) {
			if (directive.name === 'upstream') {
				this.#upstream(directive);
			}
		}

		for (const {name, block = []} of directives) {
			if (name === 'server') {
				this.#server(inherited(directives, block));
			}
		}
	}

	#upstream({args: [name = ''], block = []}: Directive): void {
		const servers = block.filter((one) => one.name === 'server');
		const peers = servers.flatMap(({args, ...at}) => {
			const [address = ''] = args;
			const pass = passOf({name: 'proxy_pass', args: [address]});
			if (pass) {
				this.#hosts.push({host: pass.host, shown: address, at: {args, ...at}});
			}

			return pass && !args.includes('down') ? [{host: pass.host, port: pass.port}] : [];
		});
		this.#upstreams.set(name, peers);
	}

	#server(directives: readonly Directive[]): void {
		const ports = directives.filter(({name}) => name === 'listen').flatMap((one) => portOf(one) ?? []);
		const isTold = directives.some(({name}) => name === 'listen');
		this.#checkCertificate(directives);
		this.#servers.push({
			ports: isTold ? ports : [{port: 80, loopback: false, isSecure: false, isDefault: false}],
			own: directives.filter(({name}) => name !== 'location'),
			locations: this.#locations(directives),
		});
	}

	/** @mirrors nginx src/http/modules/ngx_http_ssl_module.c ngx_http_ssl_merge_srv_conf */
	#checkCertificate(directives: readonly Directive[]): void {
		const secure = directives.find(({name, args}) => name === 'listen' && args.slice(1).includes('ssl'));
		if (!secure) {
			return;
		}

		const certificate = directives.find(({name}) => name === 'ssl_certificate');
		if (!certificate) {
			throw new ConfigurationError('no "ssl_certificate" is defined for the "listen ... ssl" directive', secure);
		}

		for (const {name, args} of directives) {
			const [path = ''] = args;
			if (/^ssl_certificate(?:_key)?$/.test(name) && !path.includes('$') && this.files.stat(path)?.kind !== 'file') {
				const what = name === 'ssl_certificate' ? 'certificate' : 'certificate key';
				throw new ConfigurationError(
					`cannot load ${what} "${path}": BIO_new_file() failed (SSL: error:80000002:system library::No such file or directory:calling fopen(${path}, r) error:10000080:BIO routines::no such file)`,
				);
			}
		}
	}

	#locations(outer: readonly Directive[]): readonly Location[] {
		return outer
			.filter(({name}) => name === 'location')
			.flatMap(({args, block = []}): readonly Location[] => {
				const directives = inherited(outer, block);
				for (const directive of block) {
					const pass = passOf(directive);
					if (pass && !pass.host.includes('$') && !this.#upstreams.has(pass.host)) {
						this.#hosts.push({host: pass.host, shown: pass.host, at: directive});
					}
				}

				return [{...comparison(args), directives}, ...this.#locations(directives)];
			});
	}
}

const comparison = ([first = '', second]: readonly string[]): Pick<Location, 'modifier' | 'path'> => {
	const [, modifier = '', path = ''] =
		/^(=|\^~|~\*|~|@)?(.*)$/s.exec(second === undefined ? first : `${first}${second}`) ?? [];
	return {modifier: isModifier(modifier) ? modifier : '', path};
};

const isModifier = (text: string): text is Location['modifier'] => ['', '=', '^~', '~', '~*', '@'].includes(text);

/**
The configuration that nginx reads when it starts.

@param file its main configuration, such as `/etc/nginx/nginx.conf`.
@throws {ConfigurationError} in nginx's words.
*/
export const configurationOf = (files: FileSystem, file: string): Configuration => new Loader(files).load(file);
