import test from 'ava';
import {loadRecording} from './load-recording.js';

const page = 'https://example.org/kw/index.html';

const serving = (asked: string[], answer: () => Response): typeof fetch => {
	return async (address) => {
		asked.push(String(address));
		return answer();
	};
};

test('a recording is loaded by its path from the folder of the page', async (t) => {
	const asked: string[] = [];
	const text = await loadRecording(
		'runs/web.yaml#x',
		page,
		serving(asked, () => new Response('recording: 1\n')),
	);
	t.is(text, 'recording: 1\n');
	t.deepEqual(asked, ['https://example.org/kw/runs/web.yaml#x']);
});

const elsewhere = [
	'https://evil.example/web.yaml',
	'//evil.example/web.yaml',
	'http://example.org/web.yaml',
	'data:,x',
	'http://',
];

for (const path of elsewhere) {
	test(`a recording of another server is not asked for: ${path}`, async (t) => {
		const asked: string[] = [];
		await t.throwsAsync(
			loadRecording(
				path,
				page,
				serving(asked, () => new Response('')),
			),
			{
				message: /on another server, and this page loads only from its own/,
			},
		);
		t.deepEqual(asked, []);
	});
}

const answers: ReadonlyArray<readonly [what: RegExp, answer: () => Response]> = [
	[/answers 404 Not Found for the recording/, () => new Response('', {status: 404, statusText: 'Not Found'})],
	[
		/answers with a web page, not with a recording/,
		() => new Response('<html>', {headers: {'content-type': 'text/html; charset=utf-8'}}),
	],
	[/has 20000001 bytes; a page takes 20000000/, () => new Response(new Uint8Array(20_000_001))],
	[
		/cannot be loaded: TypeError: fetch failed/,
		() => {
			throw new TypeError('fetch failed');
		},
	],
];

for (const [message, answer] of answers) {
	test(`a recording that cannot be loaded says why: ${message.source}`, async (t) => {
		await t.throwsAsync(loadRecording('runs/web.yaml', page, serving([], answer)), {message});
	});
}
