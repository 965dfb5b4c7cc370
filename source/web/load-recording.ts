import {Mistake} from '../scenario/mistake.js';
import {mostLinkBytes} from '../screen/page-link.js';

/** A recording of more bytes is refused: a page must not be slow because of its address. */
const mostBytes = 10 * mostLinkBytes;

const whereFrom = 'a link names a recording file by its path on the server of the page: #recording=runs/web.yaml';

/**
Loads a recording file from the server of the page.

@param path the path in the link, from the page's folder

@param page the address of the page
@throws {Mistake} for another server, a missing file, a web page in its place, or a file that is too large
*/
export const loadRecording = async (path: string, page: string, load = fetch): Promise<string> => {
	const address = URL.canParse(path, page) ? new URL(path, page) : undefined;
	if (address?.origin !== new URL(page).origin) {
		throw new Mistake(
			'the recording is on another server, and this page loads only from its own',
			{file: path},
			whereFrom,
		);
	}

	const answer = await load(address, {cache: 'no-store'}).catch((error: unknown) => {
		throw new Mistake(`the recording cannot be loaded: ${String(error)}`, {file: path}, 'load the page again');
	});
	if (!answer.ok) {
		const status = `${answer.status} ${answer.statusText}`.trim();
		throw new Mistake(`the server of the page answers ${status} for the recording`, {file: path}, whereFrom);
	}

	if (answer.headers.get('content-type')?.startsWith('text/html')) {
		throw new Mistake('the server of the page answers with a web page, not with a recording', {file: path}, whereFrom);
	}

	const bytes = await answer.arrayBuffer();
	if (bytes.byteLength > mostBytes) {
		throw new Mistake(
			`the recording has ${bytes.byteLength} bytes; a page takes ${mostBytes}`,
			{file: path},
			'open it in a terminal: k8s-walkthrough replay FILE',
		);
	}

	return new TextDecoder().decode(bytes);
};
