import test from 'ava';
import {askedServer, saidOf} from './asked-server.js';

test('the server that a client asks is in its options, an address or a variable', (t) => {
	for (const [line, usual, expected] of [
		['', 5432, {host: undefined, port: 5432}],
		['-h postgres -p 5433', 5432, {host: 'postgres', port: 5433}],
		['-hdb -U app', 5432, {host: 'db', port: 5432}],
		['--host=db.prod --port=6000', 5432, {host: 'db.prod', port: 6000}],
		['-h /var/run/postgresql', 5432, {host: undefined, port: 5432}],
		['-h 127.0.0.1', 5432, {host: undefined, port: 5432}],
		['postgresql://app:pw@db:5555/shop', 5432, {host: 'db', port: 5555}],
		['-hmysql -uroot -p12345 ping', 3306, {host: 'mysql', port: 3306}],
		['-h mysql-0.mysql -P 3307', 3306, {host: 'mysql-0.mysql', port: 3307}],
		['-u redis://:pw@cache ping', 6379, {host: 'cache', port: 6379}],
		['mongodb://a,b/db?replicaSet=rs0 --eval 1', 27_017, {host: 'a', port: 27_017}],
		['mongo-0.mongo:27018/admin', 27_017, {host: 'mongo-0.mongo', port: 27_018}],
		['--quiet --eval db.runCommand("ping").ok localhost:27017/test', 27_017, {host: undefined, port: 27_017}],
		['--bootstrap-server kafka:9093 --list', 9092, {host: 'kafka', port: 9093}],
		['--endpoints=http://etcd-0:2379 endpoint health', 2379, {host: 'etcd-0', port: 2379}],
	] as const) {
		t.deepEqual(askedServer(line.split(' '), new Map(), usual), expected, line);
	}

	t.deepEqual(askedServer(['status'], new Map([['VAULT_ADDR', 'http://vault:8200']]), 8200), {
		host: 'vault',
		port: 8200,
	});
	t.deepEqual(askedServer(['-c', 'SELECT 1'], new Map([['PGHOST', 'db']]), 5432), {host: 'db', port: 5432});
});

test('what a client says names the server that it was given', (t) => {
	const text = '/var/run/postgresql:5432 - no response\n';
	t.is(saidOf(text, {host: 'db', port: 5433}, 5432), 'db:5433 - no response\n');
	t.is(saidOf(text, {host: undefined, port: 5432}, 5432), text);
});
