import test from 'ava';
import {addressOfVersion, siteOf} from './versions.js';

test('the folders of versions are beside the page of the newest, also for the page of an older one', (t) => {
	t.is(siteOf('https://a.example/k/#lesson=1').href, 'https://a.example/k/');
	t.is(siteOf('https://a.example/k/index.html?embed#lesson=1').href, 'https://a.example/k/');
	t.is(siteOf('https://a.example/k/v0.1/#lesson=1').href, 'https://a.example/k/');
	t.is(siteOf('https://a.example/v0.1/index.html').href, 'https://a.example/');
});

test('a version is offered where the list of the site has it', async (t) => {
	const asked: string[] = [];
	const load = async (address: unknown): Promise<Response> => {
		asked.push(String(address));
		return new Response('["v0.1","v0.2"]');
	};
	t.is(await addressOfVersion('0.1.7', 'https://a.example/k/v0.2/#x', load), 'https://a.example/k/v0.1/');
	t.is(await addressOfVersion('0.3.0', 'https://a.example/k/', load), undefined);
	t.deepEqual(asked, ['https://a.example/k/versions.json', 'https://a.example/k/versions.json']);
	t.is(await addressOfVersion('0.1.0', 'https://a.example/', async () => new Response('no', {status: 404})), undefined);
	t.is(
		await addressOfVersion('0.1.0', 'https://a.example/', async () => Promise.reject(new Error('offline'))),
		undefined,
	);
	t.is(await addressOfVersion('0.1.0', 'https://a.example/', async () => new Response('{"v0.1": 1}')), undefined);
});
