import {opaque} from '../../type.js';
import {declareWith, type Overload} from '../../function.js';
import {CelError, List, Opaque, type Value} from '../../value.js';

const urlType = opaque('kubernetes.URL');
const overload = declareWith({URL: urlType});

/** An absolute URL or an absolute path. */
class CelURL extends Opaque {
	readonly type = urlType;

	constructor(
		readonly text: string,
		readonly parsed: URL,
		readonly absolute: boolean,
	) {
		super();
	}

	override equals(other: Opaque): boolean {
		return other instanceof CelURL && other.text === this.text;
	}
}

const read = (text: string): CelURL => {
	const absolute = /^[a-zA-Z][a-zA-Z\d+.-]*:\/\//.test(text);
	try {
		if (!absolute && !text.startsWith('/')) {
			throw new Error('relative');
		}

		return new CelURL(text, new URL(text, 'http://host'), absolute);
	} catch {
		throw new CelError(
			`URL parse error during conversion from string: parse ${JSON.stringify(text)}: invalid URI for request`,
		);
	}
};

const query = ({parsed}: CelURL): Map<Value, Value> => {
	const map = new Map<Value, Value>();
	for (const key of new Set(parsed.searchParams.keys())) {
		map.set(key, new List(parsed.searchParams.getAll(key)));
	}

	return map;
};

/** @mirrors library.URLs */
export const url: readonly Overload[] = [
	overload('url(string) URL', read),
	overload('isURL(string) bool', (text: string) => {
		try {
			read(text);
			return true;
		} catch {
			return false;
		}
	}),
	overload('URL::getScheme() string', ({absolute, parsed}: CelURL) => (absolute ? parsed.protocol.slice(0, -1) : '')),
	overload('URL::getHost() string', ({absolute, parsed}: CelURL) => (absolute ? parsed.host : '')),
	overload('URL::getHostname() string', ({absolute, parsed}: CelURL) =>
		absolute ? parsed.hostname.replaceAll(/^\[|\]$/g, '') : '',
	),
	overload('URL::getPort() string', ({text, parsed, absolute}: CelURL) =>
		absolute ? (/^[^/]+\/\/[^/?#]*:(\d+)(?:[/?#]|$)/.exec(text)?.[1] ?? parsed.port) : '',
	),
	overload('URL::getEscapedPath() string', ({text, parsed}: CelURL) =>
		parsed.pathname === '/' && !/^[a-zA-Z][\w+.-]*:\/\/[^/]*\//.test(text) && !text.startsWith('/')
			? ''
			: parsed.pathname,
	),
	overload('URL::getQuery() map(string, list(string))', query),
];
