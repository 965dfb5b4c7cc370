import {memoised} from '../../../kernel/memoised.js';
import {editDistance} from '../../../kernel/edit-distance.js';
import {ConfigurationError, type Directive} from './directives.js';

/** Kinds of blocks; `main` is the file itself. */
export type Context = 'main' | 'events' | 'http' | 'upstream' | 'server' | 'location' | 'if';

interface Rule {
	readonly in: readonly Context[];
	/** Fewest and most arguments. */
	readonly args: readonly [number, number];
	/** The context of its block, if it has braces. */
	readonly opens?: Context;
}

const many = Number.POSITIVE_INFINITY;
const everyLevel = ['http', 'server', 'location'] as const;

/** The directives that decide nginx's behaviour here, and those that are often misused. An unknown name is accepted. */
const rules: Readonly<Record<string, readonly Rule[]>> = {
	user: [{in: ['main'], args: [1, 2]}],
	worker_processes: [{in: ['main'], args: [1, 1]}],
	pid: [{in: ['main'], args: [1, 1]}],
	events: [{in: ['main'], args: [0, 0], opens: 'events'}],
	worker_connections: [{in: ['events'], args: [1, 1]}],
	http: [{in: ['main'], args: [0, 0], opens: 'http'}],
	upstream: [{in: ['http'], args: [1, 1], opens: 'upstream'}],
	server: [
		{in: ['http'], args: [0, 0], opens: 'server'},
		{in: ['upstream'], args: [1, many]},
	],
	location: [{in: ['server', 'location'], args: [1, 2], opens: 'location'}],
	if: [{in: ['server', 'location'], args: [1, many], opens: 'if'}],
	listen: [{in: ['server'], args: [1, many]}],
	server_name: [{in: ['server'], args: [1, many]}],
	root: [{in: [...everyLevel, 'if'], args: [1, 1]}],
	index: [{in: everyLevel, args: [1, many]}],
	alias: [{in: ['location'], args: [1, 1]}],
	try_files: [{in: ['server', 'location'], args: [2, many]}],
	return: [{in: ['server', 'location', 'if'], args: [1, 2]}],
	rewrite: [{in: ['server', 'location', 'if'], args: [2, 3]}],
	set: [{in: ['server', 'location', 'if'], args: [2, 2]}],
	resolver: [{in: everyLevel, args: [1, many]}],
	proxy_pass: [{in: ['location', 'if'], args: [1, 1]}],
	proxy_set_header: [{in: everyLevel, args: [2, 2]}],
	stub_status: [{in: ['server', 'location'], args: [0, 1]}],
	ssl_certificate: [{in: ['http', 'server'], args: [1, 1]}],
	ssl_certificate_key: [{in: ['http', 'server'], args: [1, 1]}],
};

const names = Object.keys(rules);

/** Real directives that look like a slip of another one. */
const alike = new Set([
	'types',
	'env',
	'map',
	'geo',
	'allow',
	'deny',
	'stream',
	'mail',
	'slice',
	'hash',
	'random',
	'zone',
]);

/** Whether a name differs from that of a directive by one letter; thousands of containers have the same few. */
const isSlip = memoised(
	(name: string): boolean =>
		name.length > 3 &&
		!alike.has(name) &&
		names.some((known) => known.length > 3 && editDistance(name, known, {swaps: true}) === 1),
	500,
);

/**
The context of a directive's block, if the directive is allowed at its place.

@returns `undefined` for a directive without a block, or an unknown one.
@throws {ConfigurationError} in nginx's words.
@mirrors nginx src/core/ngx_conf_file.c ngx_conf_handler
*/
export const contextOf = (directive: Directive, context: Context): Context | undefined => {
	const {name, args, block} = directive;
	const known = Object.hasOwn(rules, name) ? rules[name] : undefined;
	if (!known) {
		if (isSlip(name)) {
			throw new ConfigurationError(`unknown directive "${name}"`, directive);
		}

		return undefined;
	}

	const rule = known.find((one) => one.in.includes(context));
	if (!rule) {
		throw new ConfigurationError(`"${name}" directive is not allowed here`, directive);
	}

	if (block && !rule.opens) {
		throw new ConfigurationError(`directive "${name}" is not terminated by ";"`, directive);
	}

	if (!block && rule.opens) {
		throw new ConfigurationError(`directive "${name}" has no opening "{"`, directive);
	}

	const [fewest, most] = rule.args;
	if (args.length < fewest || args.length > most) {
		throw new ConfigurationError(`invalid number of arguments in "${name}" directive`, directive);
	}

	return rule.opens;
};
