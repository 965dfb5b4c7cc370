import {megabytes, type KnownImage, type KnownProgram} from '../known-image.js';
import {distributions, onlyVariants, versions} from '../official-tags.js';

const code: KnownProgram = {runsCode: true};

/** An interpreter without a program and without input: there is nothing to read. */
const ends: KnownProgram = {forMs: 100, exit: 0};

const release = (name: string, pretty: string): NonNullable<KnownImage['files']> => ({
	'/etc/os-release': {file: `PRETTY_NAME="${pretty}"\nNAME="${name}"\nID=${name.toLowerCase()}\n`},
});

const language = (
	names: readonly string[],
	size: number,
	program: string,
	{
		version,
		more = [],
		cmd = [program],
	}: {readonly version: string; readonly more?: readonly string[]; readonly cmd?: readonly string[]},
): KnownImage => ({
	names,
	size: megabytes(size),
	shell: 'bash',
	cmd,
	programs: Object.fromEntries([program, ...more].map((name) => [name, code])),
	tools: {[program]: [{when: '^-{1,2}[vV](?:ersion)?$|^version$', output: version}]},
});

/** Programs that a distribution has only after their installation. */
const notInstalled = [
	'curl',
	'ncat',
	'dig',
	'host',
	'jq',
	'git',
	'ssh',
	'openssl',
	'stress',
	'stress-ng',
	'sudo',
	'gosu',
	'pip',
	'pip3',
	'npm',
	'yarn',
	'gem',
];

const managers = ['apk', 'apt', 'apt-get', 'yum', 'dnf', 'microdnf'];

/** Those that images of Debian lack, too. */
const noTools = [
	'wget',
	'nc',
	'netcat',
	'telnet',
	'ping',
	'nslookup',
	'ip',
	'ifconfig',
	'route',
	'iptables',
	'su-exec',
	'busybox',
	'ash',
	'httpd',
];

/** The files that name the release of an image, by its tag. */
const releases = (
	base: string,
	list: ReadonlyArray<readonly [tags: RegExp, pretty: string]>,
): NonNullable<KnownImage['variants']> => list.map(([tags, pretty]) => ({tags, files: release(base, pretty)}));

/** Distributions, and images of programming languages. */
export const systems: readonly KnownImage[] = [
	{
		names: ['library/busybox', 'registry.k8s.io/busybox', 'k8s.gcr.io/busybox', 'gcr.io/google-containers/busybox'],
		tags: onlyVariants(
			versions('1.38', 'musl', 'glibc', 'uclibc', 'unstable'),
			'musl',
			'glibc',
			'uclibc',
			'ubuntu',
			'buildroot',
			'',
		),
		size: 2_216_000,
		shell: 'ash',
		lacks: [...notInstalled, ...managers, 'bash', 'dash', 'su-exec', 'envsubst'],
		cmd: ['sh'],
		programs: {},
	},
	{
		names: ['library/alpine'],
		tags: versions('3.23', '202\\d{5}'),
		size: 3_640_000,
		shell: 'ash',
		lacks: [
			...notInstalled,
			...managers.filter((name) => name !== 'apk'),
			'bash',
			'dash',
			'su-exec',
			'envsubst',
			'iptables',
		],
		cmd: ['/bin/sh'],
		programs: {},
		files: {...release('Alpine', 'Alpine Linux v3.22'), '/etc/alpine-release': {file: '3.22.0\n'}},
	},
	{
		names: ['library/debian', 'registry.k8s.io/debian-base'],
		tags: versions(
			'14',
			...distributions,
			'sid',
			'testing',
			'unstable',
			'oldstable',
			'forky',
			'experimental',
			'rc-buggy',
		),
		size: 48_500_000,
		shell: 'dash',
		lacks: [
			...notInstalled,
			...noTools,
			'apk',
			'yum',
			'dnf',
			'microdnf',
			'ps',
			'pgrep',
			'pkill',
			'killall',
			'free',
			'uptime',
			'envsubst',
		],
		cmd: ['bash'],
		programs: {},
		files: release('Debian', 'Debian GNU/Linux 12 (bookworm)'),
		variants: releases('Debian', [
			[/^(?:10|buster)/, 'Debian GNU/Linux 10 (buster)'],
			[/^(?:11|bullseye|oldstable)/, 'Debian GNU/Linux 11 (bullseye)'],
			[/^(?:13|trixie|latest$|stable)/, 'Debian GNU/Linux 13 (trixie)'],
		]),
	},
	{
		names: ['library/ubuntu'],
		tags: versions(
			'26',
			'noble',
			'jammy',
			'focal',
			'bionic',
			'xenial',
			'trusty',
			'plucky',
			'oracular',
			'mantic',
			'lunar',
			'rolling',
			'devel',
		),
		size: 29_700_000,
		shell: 'dash',
		lacks: [...notInstalled, ...noTools, 'apk', 'yum', 'dnf', 'microdnf', 'killall', 'envsubst'],
		cmd: ['/bin/bash'],
		programs: {},
		files: release('Ubuntu', 'Ubuntu 24.04 LTS'),
		variants: releases('Ubuntu', [
			[/^(?:18\.04|bionic)/, 'Ubuntu 18.04.6 LTS'],
			[/^(?:20\.04|focal)/, 'Ubuntu 20.04.6 LTS'],
			[/^(?:22\.04|jammy)/, 'Ubuntu 22.04.5 LTS'],
		]),
	},
	{
		names: [
			'library/centos',
			'library/fedora',
			'library/rockylinux',
			'library/almalinux',
			'library/amazonlinux',
			'library/oraclelinux',
			'registry.access.redhat.com/ubi8/ubi',
			'registry.access.redhat.com/ubi9/ubi',
			'library/archlinux',
			'opensuse/leap',
		],
		size: megabytes(70),
		shell: 'bash',
		sh: 'bash',
		cmd: ['/bin/bash'],
		programs: {},
	},
	{
		names: ['library/buildpack-deps'],
		size: megabytes(70),
		shell: 'bash',
		cmd: ['/bin/bash'],
		programs: {},
	},
	{
		// Alpine with bash beside its own shell.
		names: ['library/bash'],
		size: megabytes(6),
		shell: 'bash',
		sh: 'ash',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['bash'],
		programs: {},
	},
	{
		names: ['curlimages/curl'],
		size: 9_600_000,
		shell: 'ash',
		user: 'curl_user',
		uid: 100,
		entrypoint: ['/entrypoint.sh'],
		cmd: ['curl'],
		programs: {},
	},
	{
		names: [
			'nicolaka/netshoot',
			'praqma/network-multitool',
			'wbitt/network-multitool',
			'registry.k8s.io/e2e-test-images/jessie-dnsutils',
			'gcr.io/kubernetes-e2e-test-images/dnsutils',
			'registry.k8s.io/e2e-test-images/dnsutils',
			'tutum/dnsutils',
			'tutum/curl',
			'radial/busyboxplus',
			'yauritux/busybox-curl',
			'byrnedo/alpine-curl',
			'jpetazzo/shpod',
			'bretfisher/shpod',
		],
		size: megabytes(60),
		shell: 'bash',
		cmd: ['/bin/bash'],
		programs: {},
	},
	{
		tags: versions('3.15', ...distributions),
		...language(['library/python'], 350, 'python', {
			version: 'Python $VERSION(3.13.3)\n',
			more: ['python3', 'gunicorn', 'uvicorn', 'flask', 'celery'],
			cmd: ['python3'],
		}),
		programs: Object.fromEntries(
			['python', 'python3', 'gunicorn', 'uvicorn', 'flask', 'celery'].map((name) => [
				name,
				{...code, ...(name.startsWith('python') ? {subcommands: {'': ends}} : {})},
			]),
		),
	},
	{
		tags: versions(
			'25',
			'lts',
			'current',
			'argon',
			'boron',
			'carbon',
			'dubnium',
			'erbium',
			'fermium',
			'gallium',
			'hydrogen',
			'iron',
			'jod',
			'krypton',
			...distributions,
		),
		...language(['library/node'], 380, 'node', {version: 'v$VERSION(22.15.0)\n', more: ['npm', 'npx', 'yarn', 'pnpm']}),
		entrypoint: ['docker-entrypoint.sh'],
		programs: {node: {...code, subcommands: {'': ends}}, npm: code, npx: code, yarn: code, pnpm: code},
	},
	{
		...language(['library/ruby'], 350, 'ruby', {
			version: 'ruby $VERSION(3.4.3)\n',
			more: ['bundle', 'rails', 'rake', 'puma'],
			cmd: ['irb'],
		}),
		programs: {ruby: code, bundle: code, rails: code, rake: code, puma: code, irb: ends},
	},
	{
		...language(['library/golang'], 290, 'go', {version: 'go version go$VERSION(1.24.2) linux/amd64\n', cmd: ['bash']}),
		directory: '/go',
	},
	{
		...language(
			[
				'library/openjdk',
				'library/eclipse-temurin',
				'library/amazoncorretto',
				'gcr.io/distroless/java',
				'gcr.io/distroless/java17-debian12',
			],
			230,
			'java',
			{version: 'openjdk version "21.0.7" 2025-04-15\n', more: ['mvn', 'gradle'], cmd: ['jshell']},
		),
		programs: {java: {...code, term: {exit: 143, afterMs: 200}}, jshell: ends, mvn: code, gradle: code},
	},
	{
		names: ['library/php'],
		size: megabytes(170),
		shell: 'dash',
		cmd: ['php', '-a'],
		entrypoint: ['docker-php-entrypoint'],
		programs: {php: {...code, subcommands: {'-a': ends}}},
		tools: {php: [{when: '^-v$|^--version$', output: 'PHP $VERSION(8.4.6) (cli)\n'}]},
		variants: [
			{
				tags: /apache/,
				cmd: ['apache2-foreground'],
				stopSignal: 'SIGWINCH',
				programs: {
					php: code,
					'apache2-foreground': {
						serves: [{port: 80, http: {'*': [{status: 403, body: '<title>403 Forbidden</title>'}]}}],
						log: ["[core:notice] [pid 1] AH00094: Command line: 'apache2 -D FOREGROUND'"],
					},
				},
			},
			{
				tags: /fpm/,
				cmd: ['php-fpm'],
				stopSignal: 'SIGQUIT',
				programs: {
					php: code,
					'php-fpm': {
						serves: [{port: 9000}],
						log: ['NOTICE: fpm is running, pid 1', 'NOTICE: ready to handle connections'],
					},
				},
			},
		],
	},
	{
		names: ['library/perl'],
		size: megabytes(320),
		shell: 'bash',
		cmd: ['perl5.34.0', '-de0'],
		programs: {perl: {forMs: 5000, exit: 0, log: ['$PI']}, 'perl5.34.0': ends},
	},
	{
		...language(
			[
				'library/rust',
				'library/erlang',
				'library/elixir',
				'library/haskell',
				'library/gcc',
				'library/swift',
				'library/maven',
				'library/gradle',
				'library/composer',
				'library/docker',
				'bitnami/git',
			],
			200,
			'bash',
			{version: '', cmd: ['bash']},
		),
		programs: {
			git: {forMs: 1000},
			cargo: code,
			mvn: code,
		},
		variants: [],
	},
	{
		names: ['library/hello-world'],
		size: 10_072,
		shell: false,
		cmd: ['/hello'],
		programs: {
			hello: {
				forMs: 100,
				log: ['', 'Hello from Docker!', 'This message shows that your installation appears to be working correctly.'],
			},
		},
	},
	{
		names: ['polinux/stress', 'progrium/stress', 'polinux/stress-ng'],
		size: megabytes(4),
		shell: 'ash',
		cmd: ['stress', '--verbose'],
		programs: {},
	},
];
