import {byteLengthOf} from '../kernel/byte-text.js';
import {httpDate} from '../kernel/clock.js';
import type {RuntimeContainer} from './container.js';
import type {Answer} from './images/described-program.js';
import {toolAnswer} from './images/container-behaviour.js';

const statusTexts: ReadonlyMap<number, string> = new Map([
	[200, 'OK'],
	[201, 'Created'],
	[202, 'Accepted'],
	[204, 'No Content'],
	[301, 'Moved Permanently'],
	[302, 'Found'],
	[303, 'See Other'],
	[304, 'Not Modified'],
	[307, 'Temporary Redirect'],
	[308, 'Permanent Redirect'],
	[400, 'Bad Request'],
	[401, 'Unauthorized'],
	[403, 'Forbidden'],
	[404, 'Not Found'],
	[405, 'Method Not Allowed'],
	[409, 'Conflict'],
	[418, "I'm a teapot"],
	[429, 'Too Many Requests'],
	[500, 'Internal Server Error'],
	[501, 'Not Implemented'],
	[502, 'Bad Gateway'],
	[503, 'Service Unavailable'],
	[504, 'Gateway Timeout'],
]);

/** The words of an HTTP status. */
export const statusText = (status: number): string => statusTexts.get(status) ?? (status < 400 ? 'OK' : 'Error');

/** The `Server` header of a server: nginx sends it, Go's and agnhost's servers do not. */
const serverName = (container: RuntimeContainer | undefined): string | undefined =>
	container &&
	/nginx\/\S+/.exec(
		toolAnswer(container.image, ['nginx', '-v'], container.config.image.userSpecifiedImage)?.output ?? '',
	)?.[0];

/** Simplified: by the first character of the body. */
const contentType = (body: string, isNginx: boolean): string => {
	const type = body.trimStart().startsWith('<') ? 'text/html' : 'text/plain';
	return isNginx ? type : `${type}; charset=utf-8`;
};

/**
The headers of a server's answer, in the order in which it writes them.

@param container the container of the server
*/
export const answerHeaders = (
	container: RuntimeContainer | undefined,
	{body = '', to}: Answer,
	wallClockMs: number,
): ReadonlyArray<readonly [name: string, value: string]> => {
	const server = serverName(container);
	return [
		...(server === undefined ? [] : ([['Server', server]] as const)),
		['Date', httpDate(wallClockMs)],
		['Content-Type', contentType(body, server !== undefined)],
		['Content-Length', String(byteLengthOf(body))],
		...(to === undefined ? [] : ([['Location', to]] as const)),
	];
};
