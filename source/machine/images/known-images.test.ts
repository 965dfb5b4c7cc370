import test from 'ava';
import {imageInContainer, plainRun, toolAnswer, wellKnown} from './container-behaviour.js';
import {imageNamed, isAssumedTag} from './catalogue.js';
import {digitsOfPi} from './pi.js';
import {knownImages} from './known-images.js';
import type {Image} from './image.js';
import type {Run} from './container-run.js';

const images = {images: {}};

const inContainer = (name: string, run: Partial<Run> = {}): Image => {
	const image = imageNamed(images, name);
	if (!image) {
		throw new Error(`there is no ${name}`);
	}

	return imageInContainer(image, {...plainRun, image: name, ...run});
};

const portsOf = ({listens = []}: Image): readonly number[] => listens.map(({port}) => port);

test('arguments go to the entry point of the image, and options and variables move its ports', (t) => {
	const password = {POSTGRES_PASSWORD: 'x', MYSQL_ROOT_PASSWORD: 'x'};
	for (const [name, run, ports] of [
		['nginx:1.27', {}, [80]],
		['nginx', {command: ['nginx', '-g', 'daemon off;']}, [80]],
		['redis:7', {args: ['--port', '6380']}, [6380]],
		['redis:7-alpine', {command: ['redis-server', '/etc/redis.conf']}, [6379]],
		['postgres:16', {environment: password}, [5432]],
		['mysql:8.4', {environment: password, args: ['--default-authentication-plugin=caching_sha2_password']}, [3306]],
		['hashicorp/http-echo:1.0', {args: ['-text=hi', '-listen=:8080']}, [8080]],
		['registry.k8s.io/e2e-test-images/agnhost:2.53', {args: ['netexec', '--http-port=8083']}, [8083]],
		['registry.k8s.io/e2e-test-images/agnhost:2.53', {}, []],
		['python:3.12', {command: ['python', '-m', 'http.server', '9000']}, [9000]],
		['python:3.12', {command: ['python3', '-m', 'http.server', '--bind', '0.0.0.0', '9000']}, [9000]],
		['python:3.12', {command: ['python', '-m', 'http.server', '$PORT']}, []],
		['minio/minio', {args: ['server', '/data', '--console-address', ':9090']}, [9000, 9090]],
		['prom/prometheus', {args: ['--web.listen-address=:9999']}, [9999]],
		['node:22', {command: ['node', 'server.js'], declared: [3000], asked: [3001]}, [3000, 3001]],
		['gcr.io/google-samples/hello-app:1.0', {environment: {PORT: '9'}}, [9]],
		['quay.io/coreos/etcd:v3.6.0', {}, [2379, 2380]],
		['quay.io/coreos/etcd:v3.6.0', {args: ['etcd', '--listen-metrics-urls=http://0.0.0.0:8080']}, [2379, 2380, 8080]],
		[
			'registry.k8s.io/ingress-nginx/controller:v1.13.0',
			{environment: {POD_NAME: 'controller'}, args: ['/nginx-ingress-controller', '--http-port=8080']},
			[8080, 443, 10254, 8443],
		],
	] as const) {
		const image = inContainer(name, run);
		t.deepEqual([portsOf(image), image.own], [ports, true], `${name} ${JSON.stringify(run)}`);
	}
});

test('a program whose configuration opens further ports is assumed to open those that its container declares', (t) => {
	const usual = inContainer('coredns/coredns:1.13.1', {args: ['-conf', '/etc/coredns/Corefile'], declared: [53, 9153]});
	t.deepEqual([portsOf(usual), usual.opaque], [[53, 8080, 8181, 9153], undefined]);
	const own = inContainer('coredns/coredns:1.13.1', {args: ['-conf', '/etc/coredns/Corefile'], declared: [5353]});
	t.deepEqual([portsOf(own), own.opaque], [[53, 8080, 8181, 9153, 5353], '/coredns -conf /etc/coredns/Corefile']);
});

test('images of the tutorials about memory and about Docker run their own programs', (t) => {
	t.like(inContainer('hello-world').program, {
		forMs: 100,
		log: ['', 'Hello from Docker!', 'This message shows that your installation appears to be working correctly.'],
	});
	t.like(inContainer('polinux/stress', {command: ['stress'], args: ['--vm', '1', '--vm-bytes', '250M']}), {
		own: false,
		opaque: undefined,
		words: ['stress', '--vm', '1', '--vm-bytes', '250M'],
	});
	t.like(inContainer('postgres:16', {command: ['psql', '-h', 'db']}), {own: false, words: ['psql', '-h', 'db']});
});

test('hello-app answers with the version of its tag', (t) => {
	for (const [tag, version] of [
		['1.0', '1.0.0'],
		['2.0', '2.0.0'],
	] as const) {
		const [listening] = inContainer(`us-docker.pkg.dev/google-samples/containers/gke/hello-app:${tag}`).listens ?? [];
		t.regex(JSON.stringify(listening), new RegExp(`Version: ${version}`));
	}
});

test('a database without its password says so and ends', (t) => {
	for (const [name, line] of [
		['postgres:16', 'Error: Database is uninitialized and superuser password is not specified.'],
		['mysql:8', '[ERROR] [Entrypoint]: Database is uninitialized and password option is not specified'],
		['mariadb:11', '[ERROR] [Entrypoint]: Database is uninitialized and password option is not specified'],
	] as const) {
		const {program, listens} = inContainer(name);
		t.is(program?.log?.[0], line);
		t.like({program, listens}, {program: {exit: 1, forMs: 200}, listens: []});
	}
});

test('other commands run in the shell of the image, busybox without one runs sh', (t) => {
	for (const [name, run, words] of [
		['busybox', {}, ['sh']],
		['busybox', {args: ['sleep', '10']}, ['sleep', '10']],
		['nginx', {command: ['sh', '-c', 'ls']}, ['sh', '-c', 'ls']],
	] as const) {
		t.like(inContainer(name, run), {own: false, words}, name);
	}
});

test('what is not known is opaque: it serves the ports that are asked for, or does something and ends', (t) => {
	const server = inContainer('example.org/app:2', {declared: [80], asked: [9000]});
	t.deepEqual(portsOf(server), [80, 9000]);
	t.is(server.listens?.[1]?.grpc?.['*']?.[0]?.serving, 'SERVING');
	t.like(inContainer('example.org/job:2', {purpose: 'finish'}), {program: {forMs: 1000, exit: 0}, listens: []});
	t.like(inContainer('example.org/job:2', {purpose: 'finish', asked: [8080]}), {program: {term: {exit: 0}}});
	t.like(inContainer('example.org/job:2', {purpose: 'complete', asked: [8080]}), {
		program: {forMs: 1000, exit: 0},
		listens: [{port: 8080}],
	});
	t.like(inContainer('python:3', {command: ['python', 'main.py'], purpose: 'finish'}), {
		opaque: 'python main.py',
		program: {forMs: 1000},
	});
});

test('signals, users and shells are those of the image', (t) => {
	for (const [name, expected] of [
		['nginx', {stopSignal: 'SIGQUIT', shell: 'dash'}],
		['nginx:alpine', {shell: 'ash'}],
		['httpd:2.4', {stopSignal: 'SIGWINCH'}],
		['php:8-apache', {stopSignal: 'SIGWINCH'}],
		['postgres', {stopSignal: 'SIGINT'}],
		['memcached', {user: 'memcache', uid: 11_211}],
		['registry.k8s.io/pause:3.10', {shell: false, user: '65535'}],
	] as const) {
		t.like(imageNamed(images, name), expected, name);
	}
});

test('tags that an official image never had do not exist', (t) => {
	for (const name of [
		'nginx:1.161',
		'nginx:latests',
		'nginx:1.27-alpne',
		'nginx:1.27-nowhere',
		'nginx:1.27.notreal',
		'postgres:16.nope-alpine',
		'nginx:stable-nowhere',
		'postgres:16-slim',
		'busybox:1.36-alpine',
		'httpd:2.4-perl',
		'python:3.12-slm-bookworm',
		'busybox:2',
		'redis:99',
		'redis:7.99',
		'postgres:13.99',
		'mysql:5.9',
		'postgres:v99',
		'python:4',
		'alpine:3.99',
	]) {
		t.is(imageNamed(images, name), undefined, name);
	}

	for (const name of [
		'nginx:1.14.2',
		'nginx:stable-alpine3.20-slim',
		'redis:alpine',
		'tomcat:9.0.0.M1-jre8',
		'openjdk:8u212-jdk',
		'redis:7.4.2-bookworm',
		'nginx:1.27.1-alpine3.20-perl',
		'nginx:1.27.3-alpine3.20-slim',
		'nginx:1.27-bookworm-perl',
		'nginx:1.27.3-alpine-otel',
		'httpd:2.4.62-alpine3.20',
		'postgres:17.2-bookworm',
		'postgres:18rc1-alpine3.22',
		'busybox:1.36.1-musl',
		'busybox:stable-glibc',
		'python:3.12-slim-bullseye',
		'postgres:9.4',
		'node:lts-alpine',
		'node:0.10.40',
		'python:3.9-slim-buster',
		'alpine:3.20.1',
		'busybox:1.28',
		'ubuntu:noble-20250415',
		'debian:bookworm-slim',
		'mysql:5.7',
		'redis:7.4',
		'postgres:13.23',
		'mongo:8.0.4-noble',
		'traefik:v3.1',
		'php:8.3-fpm-alpine',
	]) {
		t.not(imageNamed(images, name), undefined, name);
	}
});

test('a tag whose variant no list names is assumed to exist', (t) => {
	for (const name of ['redis:7-nowhere', 'python:3.12-slim-nowhere', 'mysql:8.0-nowhere', 'node:lts-nowhere']) {
		t.not(imageNamed(images, name), undefined, name);
		t.true(isAssumedTag(images, name), name);
	}

	for (const name of [
		'mysql:8.0-bookworm',
		'mysql:8.4-oraclelinux9',
		'mysql:5.7.4-m14',
		'mariadb:11.4-ubi9-minimal',
		'mongo:8.0-windowsservercore-ltsc2022',
		'redis:3.2-32bit',
		'redis:8.0-M03-bookworm',
		'redis:8.2-rc1',
		'python:3.12-slim-bullseye',
		'node:lts-hydrogen',
		'node:22-bookworm-slim',
		'debian:rc-buggy',
		'debian:bookworm-20250407-slim',
		'ubuntu:noble-20250415',
		'traefik:v3.1-windowsservercore-1809',
		'haproxy:3.2-dev5-alpine3.21',
		'caddy:2.8-builder-alpine',
		'registry.example/library/redis:7-nowhere',
		'redis:7-nowhere@sha256:0000000000000000000000000000000000000000000000000000000000000000',
	]) {
		t.false(isAssumedTag(images, name), name);
	}

	t.false(isAssumedTag({images: {'redis:7-nowhere': {}}}, 'redis:7-nowhere'));
});

test('the programs of an image answer when they are run in it', (t) => {
	for (const [name, words, expected] of [
		['redis:7', ['redis-cli', 'ping'], {output: 'PONG\n', asks: 6379}],
		['postgres:16', ['pg_isready', '-U', 'postgres'], {asks: 5432}],
		['mysql:8', ['mysqladmin', 'ping', '-h', 'localhost'], {output: 'mysqld is alive\n'}],
		['nginx:1.25.3', ['nginx', '-v'], {output: 'nginx version: nginx/1.25.3\n'}],
		['nginx', ['nginx'], {exit: 1}],
		['nginx', ['nothing'], undefined],
	] as const) {
		const answer = toolAnswer(imageNamed(images, name) ?? {}, words, name);
		t.true(
			expected === undefined
				? answer === undefined
				: Object.entries(expected).every(
						([key, value]) => answer && Object.entries(answer).some(([own, is]) => own === key && is === value),
					),
			words.join(' '),
		);
	}
});

test('every known image has a name of its own and a first program, and what it prints can be filled in', (t) => {
	const names = knownImages().flatMap((image) => image.names);
	t.deepEqual(
		names.filter((name, index) => names.indexOf(name) !== index),
		[],
	);
	for (const image of knownImages()) {
		const {program, words} = imageInContainer(wellKnown(image), plainRun);
		// The bases of distroless name no program.
		t.true(program !== undefined || (words?.length ?? 0) > 0 || image.shell === false, image.names[0]);
	}
});

test('traefik listens at its entry points', (t) => {
	const portsWith = (...args: string[]): readonly number[] =>
		imageInContainer(imageNamed(images, 'traefik:v3.1') ?? {}, {...plainRun, args}).listens?.map(({port}) => port) ??
		[];
	t.deepEqual(portsWith(), [80, 8080]);
	t.deepEqual(
		portsWith(
			'--entryPoints.metrics.address=:9100/tcp',
			'--entryPoints.traefik.address=:9000/tcp',
			'--entrypoints.web.address=0.0.0.0:8000',
			'--entryPoints.websecure.address=:8443/tcp',
		),
		[9100, 8000, 8443, 9000],
	);
});

test('π as the tutorial prints it', (t) => {
	t.is(digitsOfPi(20), '3.1415926535897932384');
	t.is(digitsOfPi(2000).length, 2001);
});
