import test from 'ava';
import {clusterResolver, namesAsked, parseResolver} from './look-up.js';

test('a name with few dots is tried with the search domains first', (t) => {
	const resolver = clusterResolver('till');
	t.deepEqual(namesAsked('shop', resolver), [
		'shop.till.svc.cluster.local.',
		'shop.svc.cluster.local.',
		'shop.cluster.local.',
		'shop.',
	]);
	t.deepEqual(namesAsked('a.b.c.d.e.f', resolver).slice(0, 1), ['a.b.c.d.e.f.']);
	t.deepEqual(namesAsked('shop.default.svc.cluster.local.', resolver), ['shop.default.svc.cluster.local.']);
});

test('a resolv.conf is read as the resolver reads it', (t) => {
	t.deepEqual(parseResolver('search a.example b.example\nnameserver 10.96.0.10\noptions timeout:2 ndots:5\n'), {
		nameserver: '10.96.0.10',
		search: ['a.example', 'b.example'],
		ndots: 5,
	});
	t.deepEqual(parseResolver('nameserver 192.0.2.53\n'), {nameserver: '192.0.2.53', search: [], ndots: 1});
});
