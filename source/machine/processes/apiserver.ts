import {Client} from '../../client/client.js';
import type {Request} from '../../client/request.js';
import type {Routine} from '../../kernel/routine.js';

/** An HTTP request of a program. */
export interface Asked {
	readonly method: Request['method'];
	readonly userAgent: string;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
}

const methods: readonly Request['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** A method as in a command line; GET for unknown words. */
export const methodNamed = (word: string): Request['method'] =>
	methods.find((method) => method === word.toUpperCase()) ?? 'GET';

/** Lines such as `Authorization: Bearer …` as headers. */
export const headersOf = (lines: readonly string[]): Readonly<Record<string, string>> =>
	Object.fromEntries(
		lines.flatMap((text) => {
			const [, name, value = ''] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
			return name === undefined ? [] : [[name.toLowerCase(), value.trim()]];
		}),
	);

/** The answer of the apiserver. */
interface APIAnswer {
	readonly status: number;
	/** The text for programs such as curl, indented. @mirrors k8s.io/apiserver/pkg/endpoints/handlers/negotiation isPrettyPrint */
	readonly text: string;
}

/** Sends a request to the apiserver for a process in a container: only the headers identify the user. */
export function* askApiserver(client: Client, path: string, asked: Asked): Routine<APIAnswer> {
	const [plain = '/', search = ''] = path.split('?', 2);
	const {method, headers, body, userAgent} = asked;
	const own = new Client(client.kernel, client.handler, userAgent);
	const answer = yield* own.exchange(method, plain, {
		query: Object.fromEntries(new URLSearchParams(search)),
		headers: {...(body === undefined ? {} : {'content-type': 'application/json'}), ...headers},
		...(body === undefined ? {} : {text: body}),
	});
	return {
		status: answer.status,
		text: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body, undefined, 2),
	};
}
