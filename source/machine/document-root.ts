import {FileError, type FileSystem} from '../host/file-system.js';
import type {Answer, Listens} from './images/described-program.js';

type Documents = NonNullable<Listens['documents']>;

/** The text of BusyBox below the title of an error page. @mirrors networking/httpd.c http_response */
const busyboxReasons: Readonly<Record<number, string>> = {404: 'The requested URL was not found'};

/** A web server's own page for a status. */
export const statusPage = (status: number, title: string, {server}: Documents): Answer => {
	switch (server) {
		case 'busybox': {
			return {
				status,
				body: `<HTML><HEAD><TITLE>${status} ${title}</TITLE></HEAD>\n<BODY><H1>${status} ${title}</H1>\n${busyboxReasons[status] ?? ''}\n</BODY></HTML>\n`,
			};
		}

		case 'nginx': {
			return {
				status,
				body: `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n</body>\r\n</html>\r\n`,
			};
		}

		default: {
			return {
				status,
				body: `<html><head>\n<title>${status} ${title}</title>\n</head><body>\n<h1>${title}</h1>\n</body></html>\n`,
			};
		}
	}
};

/** The page of a directory without an index: nginx and BusyBox have none. */
const listing = (files: FileSystem, folder: string, path: string, documents: Documents): Answer => {
	if (documents.server === 'nginx') {
		return statusPage(403, 'Forbidden', documents);
	}

	if (documents.server === 'busybox') {
		return statusPage(404, 'Not Found', documents);
	}

	const names = files.list(folder).map((name) => `<li><a href="${name}">${name}</a></li>\n`);
	const title = documents.server === 'python' ? `Directory listing for ${path}` : `Index of ${path}`;
	return {
		status: 200,
		body: `<html><head><title>${title}</title></head><body><h1>${title}</h1>\n<ul>${names.join('')}</ul>\n</body></html>\n`,
	};
};

/** A path within a folder, never outside it. */
const within = (path: string): string => {
	const steps: string[] = [];
	for (const step of path.split('/')) {
		if (step === '..') {
			steps.pop();
		} else if (step !== '' && step !== '.') {
			steps.push(step);
		}
	}

	return steps.join('/');
};

/**
The answer of a web server from the files of its container: including mounts over its document root and written files.

@param path without query.
*/
export const documentAt = (files: FileSystem, documents: Documents, path: string): Answer => {
	const place = `${documents.root}/${within(path)}`.replace(/\/$/, '');
	try {
		const stat = files.stat(place);
		if (stat?.kind === 'file') {
			return {status: 200, body: files.read(place)};
		}

		if (stat?.kind !== 'directory') {
			return statusPage(404, 'Not Found', documents);
		}

		if (!path.endsWith('/')) {
			return {...statusPage(301, 'Moved Permanently', documents), to: `${path}/`};
		}

		const {index = ['index.html']} = documents;
		const page = index.map((name) => `${place}/${name}`).find((one) => files.stat(one)?.kind === 'file');
		return page === undefined ? listing(files, place, path, documents) : {status: 200, body: files.read(page)};
	} catch (error) {
		if (error instanceof FileError) {
			return statusPage(403, 'Forbidden', documents);
		}

		throw error;
	}
};
