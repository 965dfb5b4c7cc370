import {opaque} from '../../type.js';
import {declareWith, type Overload} from '../../function.js';
import {CelError, List, Opaque, type Value} from '../../value.js';
import {escapedPath, hostAndPort, queryOf, readGoURL, type GoURL} from './go-url.js';

const urlType = opaque('kubernetes.URL');
const overload = declareWith({URL: urlType});

/** An absolute URL or an absolute path. */
class CelURL extends Opaque {
	readonly type = urlType;

	constructor(
		readonly text: string,
		readonly parsed: GoURL,
	) {
		super();
	}

	override equals(other: Opaque): boolean {
		return other instanceof CelURL && other.text === this.text;
	}
}

const read = (text: string): CelURL => {
	try {
		return new CelURL(text, readGoURL(text));
	} catch (error) {
		throw new CelError(`URL parse error during conversion from string: ${(error as Error).message}`);
	}
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
	overload('URL::getScheme() string', ({parsed}: CelURL) => parsed.scheme),
	overload('URL::getHost() string', ({parsed}: CelURL) => parsed.host),
	overload('URL::getHostname() string', ({parsed}: CelURL) => hostAndPort(parsed).hostname),
	overload('URL::getPort() string', ({parsed}: CelURL) => hostAndPort(parsed).port),
	overload('URL::getEscapedPath() string', ({parsed}: CelURL) => escapedPath(parsed)),
	overload(
		'URL::getQuery() map(string, list(string))',
		({parsed}: CelURL) => new Map<Value, Value>([...queryOf(parsed)].map(([key, values]) => [key, new List(values)])),
	),
];
