import test from 'ava';
import {FileError} from '../../host/file-system.js';
import {configAnswer, redisSettings} from './redis.js';

const files = {
	read(path: string): string {
		if (path !== '/etc/redis.conf') {
			throw new FileError('ENOENT', path);
		}

		return '# limits\nmaxmemory 2mb\nrequirepass "s3cret"\n';
	},
};

test('redis takes the settings of its file, then those of its command line', (t) => {
	for (const [line, name, value] of [
		['redis-server', 'maxmemory', '0'],
		['docker-entrypoint.sh redis-server /etc/redis.conf', 'maxmemory', '2097152'],
		['/usr/local/bin/redis-server /etc/redis.conf', 'requirepass', 's3cret'],
		['redis-server /etc/redis.conf --maxmemory 1gb --save 60 1', 'maxmemory', '1073741824'],
		['redis-server --save 60 1', 'save', '60 1'],
	] as const) {
		const settings = redisSettings(line.split(' '), files);
		t.is(typeof settings === 'string' ? settings : settings.get(name), value, line);
	}

	t.regex(String(redisSettings(['redis-server', '/redis.conf'], files)), /can't open config file '\/redis\.conf'/);
});

test('redis-cli numbers the answer of CONFIG GET on a terminal only', (t) => {
	const settings = new Map([
		['maxmemory', '0'],
		['maxmemory-policy', 'noeviction'],
	]);
	const asked = (line: string, isTerminal: boolean) => configAnswer(settings, line.split(' '), isTerminal);
	t.is(asked('CONFIG GET maxmemory', true), '1) "maxmemory"\n2) "0"\n');
	t.is(asked('config get max*', false), 'maxmemory\n0\nmaxmemory-policy\nnoeviction\n');
	t.is(asked('config get other', true), '(empty array)\n');
	t.is(asked('get key', true), undefined);
});
