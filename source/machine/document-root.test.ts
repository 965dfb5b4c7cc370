import test from 'ava';
import {documentAt} from './document-root.js';
import {containerFiles} from './files/container-files.js';

const site = () => {
	const files = containerFiles({nowMs: () => 0});
	files.makeDirectory('/srv/html/empty', {parents: true});
	files.makeDirectory('/srv/html/docs');
	files.write('/srv/html/index.html', 'home');
	files.write('/srv/html/docs/a.txt', 'a');
	files.write('/srv/secret', 'no');
	return files;
};

const nginx = {root: '/srv/html', server: 'nginx'} as const;

for (const [path, status, body] of [
	['/', 200, 'home'],
	['/index.html', 200, 'home'],
	['/docs/a.txt', 200, 'a'],
	['/docs', 301, undefined],
	['/docs/', 403, undefined],
	['/none', 404, undefined],
	['/../secret', 404, undefined],
	['/docs/../../../secret', 404, undefined],
] as const) {
	test(`nginx answers ${path} from its document root with ${status}`, (t) => {
		const answer = documentAt(site(), nginx, path);
		t.is(answer.status, status);
		t.true(body === undefined || answer.body === body);
	});
}

test('a directory without an index is listed by other servers', (t) => {
	const answer = documentAt(site(), {...nginx, server: 'python'}, '/docs/');
	t.is(answer.status, 200);
	t.regex(answer.body ?? '', /Directory listing for \/docs\/.*a\.txt/s);
});

test('BusyBox knows no page for a directory without an index', (t) => {
	t.deepEqual(documentAt(site(), {...nginx, server: 'busybox'}, '/docs/'), {
		status: 404,
		body: '<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD>\n<BODY><H1>404 Not Found</H1>\nThe requested URL was not found\n</BODY></HTML>\n',
	});
});
