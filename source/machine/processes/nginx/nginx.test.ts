import test from 'ava';
import {containerFiles} from '../../files/container-files.js';
import {configurationOf} from './configuration.js';
import {ConfigurationError, parseDirectives} from './directives.js';
import {decide, locationOf} from './site.js';

const main = (http: string): string => `events {}\nhttp {\n${http}\n}\n`;

const filesWith = (texts: Readonly<Record<string, string>>) => {
	const files = containerFiles({nowMs: () => 0});
	for (const [path, text] of Object.entries(texts)) {
		files.makeDirectory(path.slice(0, path.lastIndexOf('/')), {parents: true});
		files.write(path, text);
	}

	return files;
};

const load = (text: string, more: Readonly<Record<string, string>> = {}) => {
	const files = filesWith({'/etc/nginx/nginx.conf': text, ...more});
	return {files, configuration: configurationOf(files, '/etc/nginx/nginx.conf')};
};

test('directives are words up to a semicolon or a block; quotes, comments and variables as nginx reads them', (t) => {
	const [location, next] = parseDirectives(
		'/c',
		`location ~ ^/(a|b)/ { # not this }\n  return 200 "a; \\"b\\" {c}";\n  set $x '\${y}z';\n}\nroot /srv/${'${host}'};`,
	);
	t.deepEqual(location?.args, ['~', '^/(a|b)/']);
	t.deepEqual(
		location?.block?.map(({args, line}) => [...args, line]),
		[
			['200', 'a; "b" {c}', 2],
			['$x', '${y}z', 3],
		],
	);
	t.deepEqual(next?.args, ['/srv/${host}']);
});

for (const [text, message] of [
	['events {}\nhttp {\n server {\n  listen 80\n }\n}', 'unexpected "}" in /etc/nginx/nginx.conf:5'],
	['events {}\nhttp {\n server {\n', 'unexpected end of file, expecting "}" in /etc/nginx/nginx.conf:4'],
	['events {}\nhttp {}\n}', 'unexpected "}" in /etc/nginx/nginx.conf:3'],
	['user nginx', 'unexpected end of file, expecting ";" or "}" in /etc/nginx/nginx.conf:1'],
	['http {}', 'no "events" section in configuration'],
	['server {\n listen 80;\n}', '"server" directive is not allowed here in /etc/nginx/nginx.conf:1'],
	[main('listen 80;'), '"listen" directive is not allowed here in /etc/nginx/nginx.conf:3'],
	[main('server { lisen 80; }'), 'unknown directive "lisen" in /etc/nginx/nginx.conf:3'],
	[main('server { root /a\n index b; }'), 'invalid number of arguments in "root" directive in /etc/nginx/nginx.conf:4'],
	[main('server { location / }'), 'unexpected "}" in /etc/nginx/nginx.conf:3'],
	[main('server { location /; }'), 'directive "location" has no opening "{" in /etc/nginx/nginx.conf:3'],
	[main('server { listen 80 {} }'), 'directive "listen" is not terminated by ";" in /etc/nginx/nginx.conf:3'],
	[main('server { listen 0; }'), 'invalid port in "0" of the "listen" directive in /etc/nginx/nginx.conf:3'],
	[
		main('include /etc/nginx/more.conf;'),
		'open() "/etc/nginx/more.conf" failed (2: No such file or directory) in /etc/nginx/nginx.conf:3',
	],
	[
		main('include mime.types;'),
		'open() "/etc/nginx/mime.types" failed (2: No such file or directory) in /etc/nginx/nginx.conf:3',
	],
	[
		main('server { listen 443 ssl; }'),
		'no "ssl_certificate" is defined for the "listen ... ssl" directive in /etc/nginx/nginx.conf:3',
	],
] as const) {
	test(`nginx does not take ${JSON.stringify(text)}`, (t) => {
		t.is(t.throws(() => load(text), {instanceOf: ConfigurationError})?.message, message);
	});
}

test('a file that includes itself ends', (t) => {
	const loop = 'include /etc/nginx/loop.conf;';
	const error = t.throws(() => load(main(loop), {'/etc/nginx/loop.conf': loop}), {instanceOf: ConfigurationError});
	t.is(error?.message, 'open() "/etc/nginx/loop.conf" failed (24: Too many open files) in /etc/nginx/loop.conf:1');
});

test('a pattern includes what there is, in order, and nothing is no mistake', (t) => {
	const {configuration} = load(main('include conf.d/*.conf;\ninclude sites/*;'), {
		'/etc/nginx/conf.d/b.conf': 'server { listen 81; }',
		'/etc/nginx/conf.d/a.conf': 'server { listen 127.0.0.1:80 default_server; listen [::]:82; }',
		'/etc/nginx/conf.d/c.txt': 'server { listen 83; }',
	});
	t.deepEqual(
		configuration.servers.map(({ports}) => ports),
		[
			[
				{port: 80, loopback: true, isSecure: false, isDefault: true},
				{port: 82, loopback: false, isSecure: false, isDefault: false},
			],
			[{port: 81, loopback: false, isSecure: false, isDefault: false}],
		],
	);
});

test('hosts are looked up as they are written: of upstreams with their port, of proxy_pass without, of variables never', (t) => {
	const {configuration} = load(
		main(`upstream api { server api-1:8080; server api-2:8080 down; }
server {
	location / { proxy_pass http://api; }
	location /b { proxy_pass http://b.shop:9000/x; }
	location /c { set $where c; proxy_pass http://$where; }
	location /d { fastcgi_pass php:9000; }
}`),
	);
	t.deepEqual(
		configuration.hosts.map(({host, shown}) => [host, shown]),
		[
			['api-1', 'api-1:8080'],
			['api-2', 'api-2:8080'],
			['b.shop', 'b.shop'],
			['php', 'php'],
		],
	);
	t.deepEqual(configuration.upstreams.get('api'), [{host: 'api-1', port: 8080}]);
});

const compared = main(String.raw`
server {
	location / {}
	location /images/ {}
	location ^~ /static/ {}
	location = / {}
	location ~ \.php$ {}
	location ~* \.(gif|jpg)$ {}
}`);

for (const [path, chosen] of [
	['/', '= /'],
	['/index.html', ' /'],
	['/images/a', ' /images/'],
	['/images/a.JPG', String.raw`~* \.(gif|jpg)$`],
	['/static/a.php', '^~ /static/'],
	['/a.php', String.raw`~ \.php$`],
] as const) {
	test(`the location of ${path} is ${chosen}`, (t) => {
		const found = locationOf(load(compared).configuration.servers[0]?.locations ?? [], path);
		t.is(`${found?.modifier} ${found?.path}`, chosen);
	});
}

const site = main(`
server {
	listen 80;
	root /srv;
	location / { try_files $uri $uri/ /index.html; }
	location /strict { try_files $uri =404; }
	location /healthz { access_log off; return 200 'ok\\n'; }
	location /old { return 301 https://$host$request_uri; }
	location /gone { return 410; }
	location /files/ { alias /data/; }
	location /private { deny all; }
	location /api/ { proxy_pass http://api:8080/v1/; }
	location /plain { proxy_pass http://api:8080; }
	location /named { try_files /none @app; }
	location @app { proxy_pass http://app; }
	location /late { set $b http://late:81; proxy_pass $b; }
	location /resolved { resolver 10.96.0.10; set $b late; proxy_pass http://$b:81; }
}`);

for (const [target, expected] of [
	['/', {status: 200, body: 'home'}],
	['/spa/route', {status: 200, body: 'home'}],
	['/strict/none', {status: 404}],
	['/healthz', {status: 200, body: 'ok\n'}],
	['/old?a=b', {status: 301, to: 'https://localhost/old?a=b'}],
	['/gone', {status: 410}],
	['/files/a.txt', {status: 200, body: 'a'}],
	['/private', {status: 403}],
	['/api/users?x=1', {case: 'pass', peers: [{host: 'api', port: 8080}], target: '/v1/users?x=1'}],
	['/plain/a', {case: 'pass', peers: [{host: 'api', port: 8080}], target: '/plain/a'}],
	['/named/x', {case: 'pass', peers: [{host: 'app', port: 80}], target: '/named/x'}],
	['/late', {case: 'pass', peers: []}],
	['/resolved', {case: 'pass', peers: [{host: 'late', port: 81}], target: '/resolved'}],
] as const) {
	test(`a request for ${target} is decided by its location`, (t) => {
		const {files, configuration} = load(site, {'/srv/index.html': 'home', '/data/a.txt': 'a'});
		t.like(decide(files, configuration, 80, target), expected);
	});
}
