import {megabytes, site, paths, slim, type KnownImage, type KnownProgram} from '../known-image.js';
import {debianVariants, distributions, onlyVariants, versions} from '../official-tags.js';

/** The entry points of databases start them as a user of their own. */
const switchesTo = (user: string): KnownProgram['asRoot'] =>
	['SETUID', 'SETGID'].map((capability) => ({
		capability,
		failed: `error: failed switching to "${user}": operation not permitted`,
	}));

const redisRefused = {output: 'Could not connect to Redis at 127.0.0.1:6379: Connection refused\n', exit: 1};
/** The answers of redis-cli. */
export const redisAnswers = [
	{when: '--version|^-v$', output: 'redis-cli $VERSION(7.4.2)\n'},
	{when: '\\b(?:ping|PING)\\b', output: 'PONG\n', asks: 6379, refused: redisRefused},
	{
		when: '\\binfo\\b',
		output: '# Server\nredis_version:7.4.2\nredis_mode:standalone\nrole:master\nloading:0\n',
		asks: 6379,
		refused: redisRefused,
	},
	{when: '\\brole\\b', output: 'master\n0\n', asks: 6379, refused: redisRefused},
	{when: '\\b(?:slaveof|replicaof)\\b', output: 'OK\n', asks: 6379, refused: redisRefused},
	{asks: 6379, refused: redisRefused},
];

const redisServer: KnownProgram = {
	serves: [{port: 6379, options: ['--port']}],
	log: [
		'1:C * oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo',
		'1:C * Redis version=7.4.2, bits=64, commit=00000000, modified=0, pid=1, just started',
		'1:M * Server initialized',
		'1:M * Ready to accept connections tcp',
	],
	term: {exit: 0, afterMs: 100},
	inUse:
		'1:M # Warning: Could not create server TCP listening socket *:$PORT: bind: Address already in use\n1:M # Failed listening on port $PORT (tcp), aborting.',
};

const redis = (names: readonly string[], program: string, tags?: KnownImage['tags']): KnownImage => ({
	names,
	tags,
	size: megabytes(45),
	shell: 'dash',
	directory: '/data',
	entrypoint: ['docker-entrypoint.sh'],
	cmd: [program],
	programs: {[program]: redisServer, 'redis-sentinel': {...redisServer, serves: [{port: 26_379, options: ['--port']}]}},
	tools: {
		'redis-cli': redisAnswers,
		'valkey-cli': redisAnswers,
		[program]: [
			{when: '--version|^-v$', output: 'Redis server v=$VERSION(7.4.2)\n'},
			{output: 'Failed listening on port 6379 (tcp), aborting.\n', exit: 1},
		],
	},
	files: {'/data': {directory: 0o755, uid: 999}},
	...slim,
});

const postgresRefused = {output: '/var/run/postgresql:5432 - no response\n', exit: 2};
const postgresLost = {...postgresRefused, afterMs: 3000};
const psqlRefused = {
	output:
		'psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory\n\tIs the server running locally and accepting connections on that socket?\n',
	exit: 2,
};

const psql = {
	asks: 5432,
	refused: psqlRefused,
	elsewhere: {
		output:
			'psql: error: connection to server at "$HOST", port $PORT failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?\n',
		exit: 2,
	},
};

const postgresTools: NonNullable<KnownImage['tools']> = {
	pg_isready: [
		{when: '--version', output: 'pg_isready (PostgreSQL) $VERSION(17.4)\n'},
		{
			when: '-h (?:127\\.0\\.0\\.1|localhost)',
			output: 'localhost:5432 - accepting connections\n',
			asks: 5432,
			refused: postgresRefused,
			lost: postgresLost,
		},
		{
			output: '/var/run/postgresql:5432 - accepting connections\n',
			asks: 5432,
			refused: postgresRefused,
			lost: postgresLost,
		},
	],
	psql: [
		{when: '--version', output: 'psql (PostgreSQL) $VERSION(17.4)\n'},
		{
			when: '(?:SELECT|select) 1',
			output: ' ?column? \n----------\n        1\n(1 row)\n\n',
			...psql,
		},
		{when: '(?:CREATE|create) (?:TABLE|table)', output: 'CREATE TABLE\n', ...psql},
		{when: '(?:CREATE|create) (?:DATABASE|database)', output: 'CREATE DATABASE\n', ...psql},
		psql,
	],
	...Object.fromEntries(
		['createdb', 'dropdb', 'createuser', 'pg_restore', 'pg_basebackup', 'pg_ctl', 'initdb', 'vacuumdb'].map((name) => [
			name,
			[psql],
		]),
	),
	pg_dump: [{output: '--\n-- PostgreSQL database dump\n--\n', ...psql}],
};

const postgres = (names: readonly string[], tags?: KnownImage['tags']): KnownImage => ({
	names,
	tags,
	size: megabytes(154),
	shell: 'bash',
	entrypoint: ['docker-entrypoint.sh'],
	cmd: ['postgres'],
	stopSignal: 'SIGINT',
	env: {PGDATA: '/var/lib/postgresql/data'},
	startMemory: '30Mi',
	programs: {
		postgres: {
			asRoot: switchesTo('postgres'),
			readyMs: 2000,
			serves: [{port: 5432, options: ['-p'], variable: 'PGPORT'}],
			log: [
				'PostgreSQL init process complete; ready for start up.',
				'LOG:  starting PostgreSQL on x86_64-pc-linux-gnu',
				'LOG:  listening on IPv4 address "0.0.0.0", port $PORT',
				'LOG:  database system is ready to accept connections',
			],
			needs: {
				variables: ['POSTGRES_PASSWORD', 'POSTGRES_PASSWORD_FILE', 'POSTGRES_HOST_AUTH_METHOD'],
				log: [
					'Error: Database is uninitialized and superuser password is not specified.',
					'       You must specify POSTGRES_PASSWORD to a non-empty value for the',
					'       superuser. For example, "-e POSTGRES_PASSWORD=password" on "docker run".',
					'',
					'       You may also use "POSTGRES_HOST_AUTH_METHOD=trust" to allow all',
					'       connections without a password. This is *not* recommended.',
					'',
					'       See PostgreSQL documentation about "trust":',
					'       https://www.postgresql.org/docs/current/auth-trust.html',
				],
				exit: 1,
			},
			term: {exit: 0, afterMs: 500},
		},
	},
	...slim,
	tools: postgresTools,
	files: {'/var/lib/postgresql/data': {directory: 0o777, uid: 999}, '/docker-entrypoint-initdb.d': {directory: 0o755}},
});

const mysqlRefused = {
	output:
		"mysqladmin: connect to server at 'localhost' failed\nerror: 'Can't connect to local MySQL server through socket '/var/run/mysqld/mysqld.sock' (2)'\nCheck that mysqld is running and that the socket: '/var/run/mysqld/mysqld.sock' exists!\n",
	exit: 1,
};
const mysqlAdmin = {
	asks: 3306,
	refused: mysqlRefused,
	elsewhere: {
		output:
			"mysqladmin: connect to server at '$HOST' failed\nerror: 'Can't connect to MySQL server on '$HOST:$PORT' (111)'\n",
		exit: 1,
	},
};
const mysqlClient = {
	asks: 3306,
	refused: {
		output:
			"ERROR 2002 (HY000): Can't connect to local MySQL server through socket '/var/run/mysqld/mysqld.sock' (2)\n",
		exit: 1,
	},
	elsewhere: {output: "ERROR 2003 (HY000): Can't connect to MySQL server on '$HOST:$PORT' (111)\n", exit: 1},
};

const mysqlTools = (prefix: string): NonNullable<KnownImage['tools']> => ({
	[`${prefix}admin`]: [
		{when: '\\bping\\b', output: 'mysqld is alive\n', ...mysqlAdmin},
		{when: '\\bstatus\\b', output: 'Uptime: 10  Threads: 2  Questions: 2\n', ...mysqlAdmin},
		mysqlAdmin,
	],
	[prefix]: [
		{when: '--version', output: `${prefix}  Ver $VERSION(8.4.5) for Linux on x86_64\n`},
		{when: '(?:SELECT|select) 1', output: '1\n1\n', ...mysqlClient},
		mysqlClient,
	],
	[`${prefix}check`]: [mysqlClient],
	[`${prefix}dump`]: [{output: '-- MySQL dump\n', ...mysqlClient}],
});

const mysql = (name: 'mysql' | 'mariadb', names: readonly string[], tags: KnownImage['tags']): KnownImage => {
	const isMaria = name === 'mariadb';
	const program: KnownProgram = {
		readyMs: isMaria ? 4000 : 6000,
		serves: [{port: 3306, options: ['--port', '-P']}],
		log: isMaria
			? [
					'[Note] [Entrypoint]: Entrypoint script for MariaDB Server started.',
					'[Note] mariadbd: ready for connections.',
				]
			: [
					'[Note] [Entrypoint]: Entrypoint script for MySQL Server started.',
					'[Note] [Entrypoint]: MySQL init process done. Ready for start up.',
					"[System] [MY-010931] [Server] /usr/sbin/mysqld: ready for connections. Version: '8.4.5'  socket: '/var/run/mysqld/mysqld.sock'  port: 3306  MySQL Community Server - GPL.",
				],
		needs: {
			variables: [
				'MYSQL_ROOT_PASSWORD',
				'MYSQL_ROOT_PASSWORD_FILE',
				'MYSQL_ALLOW_EMPTY_PASSWORD',
				'MYSQL_RANDOM_ROOT_PASSWORD',
				...(isMaria
					? [
							'MARIADB_ROOT_PASSWORD',
							'MARIADB_ROOT_PASSWORD_FILE',
							'MARIADB_ROOT_PASSWORD_HASH',
							'MARIADB_ALLOW_EMPTY_ROOT_PASSWORD',
							'MARIADB_RANDOM_ROOT_PASSWORD',
						]
					: []),
			],
			log: isMaria
				? [
						'[ERROR] [Entrypoint]: Database is uninitialized and password option is not specified',
						'	You need to specify one of MARIADB_ROOT_PASSWORD, MARIADB_ROOT_PASSWORD_HASH, MARIADB_ALLOW_EMPTY_ROOT_PASSWORD and MARIADB_RANDOM_ROOT_PASSWORD',
					]
				: [
						'[ERROR] [Entrypoint]: Database is uninitialized and password option is not specified',
						'    You need to specify one of the following as an environment variable:',
						'    - MYSQL_ROOT_PASSWORD',
						'    - MYSQL_ALLOW_EMPTY_PASSWORD',
						'    - MYSQL_RANDOM_ROOT_PASSWORD',
					],
			exit: 1,
		},
		term: {exit: 0, afterMs: 1000},
	};
	return {
		names,
		tags,
		size: megabytes(isMaria ? 118 : 240),
		shell: 'bash',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: [isMaria ? 'mariadbd' : 'mysqld'],
		programs: {mysqld: program, mariadbd: program},
		tools: {
			...mysqlTools('mysql'),
			...mysqlTools('mariadb'),
			'mariadb-admin': mysqlTools('mysql')['mysqladmin'] ?? [],
			'healthcheck.sh': [{output: '', asks: 3306, refused: {output: 'healthcheck connect failed\n', exit: 1}}],
		},
		files: {'/var/lib/mysql': {directory: 0o777, uid: 999}, '/docker-entrypoint-initdb.d': {directory: 0o755}},
	};
};

const mongoRefused = {output: 'MongoNetworkError: connect ECONNREFUSED 127.0.0.1:27017\n', exit: 1};
const mongoAnswers = [
	{when: '--version', output: '2.5.0\n'},
	{when: 'ping', output: '{ ok: 1 }\n', asks: 27_017, refused: mongoRefused},
	{asks: 27_017, refused: mongoRefused},
];

const mongoTools: NonNullable<KnownImage['tools']> = {
	mongosh: mongoAnswers,
	...Object.fromEntries(
		['mongodump', 'mongorestore', 'mongoexport', 'mongoimport', 'mongostat'].map((name) => [
			name,
			[{asks: 27_017, refused: mongoRefused}],
		]),
	),
};

/** Databases and caches. */
export const databases: readonly KnownImage[] = [
	redis(['library/redis', 'gcr.io/google_containers/redis'], 'redis-server', versions('8', ...distributions)),
	{...redis(['bitnami/redis', 'redis/redis-stack-server'], 'redis-server'), lacks: []},
	redis(['valkey/valkey'], 'valkey-server'),
	postgres(
		['library/postgres', 'postgis/postgis', 'pgvector/pgvector', 'timescale/timescaledb'],
		onlyVariants(versions('18', ...distributions), ...debianVariants),
	),
	mysql(
		'mysql',
		['library/mysql', 'percona/percona-server'],
		versions('9', 'lts', 'innovation', 'oracle', 'debian', ...distributions),
	),
	mysql('mariadb', ['library/mariadb'], versions('12', 'lts', ...distributions)),
	{
		names: ['library/mongo'],
		startMemory: '80Mi',
		tags: versions('8', ...distributions),
		size: megabytes(270),
		shell: 'bash',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['mongod'],
		programs: {
			mongod: {
				asRoot: switchesTo('mongodb'),
				readyMs: 1500,
				serves: [{port: 27_017, options: ['--port']}],
				log: [
					'{"s":"I","c":"CONTROL","id":23403,"ctx":"initandlisten","msg":"Build Info"}',
					'{"s":"I","c":"NETWORK","id":23016,"ctx":"listener","msg":"Waiting for connections","attr":{"port":$PORT,"ssl":"off"}}',
				],
				term: {exit: 0, afterMs: 500},
			},
			mongos: {serves: [{port: 27_017, options: ['--port']}]},
		},
		tools: mongoTools,
		// The older shell is gone since version 6.
		variants: [{tags: /^[2-5](?:\.|-|$)/, tools: {...mongoTools, mongo: mongoAnswers}}],
		files: {'/data/db': {directory: 0o755, uid: 999}},
	},
	{
		names: ['library/memcached', 'bitnami/memcached'],
		size: megabytes(31),
		shell: 'dash',
		user: 'memcache',
		uid: 11_211,
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['memcached'],
		programs: {memcached: {serves: [{port: 11_211, options: ['-p', '--port']}]}},
	},
	{
		names: ['library/elasticsearch', 'docker.elastic.co/elasticsearch/elasticsearch', 'opensearchproject/opensearch'],
		startMemory: '700Mi',
		size: megabytes(450),
		shell: 'bash',
		user: '1000',
		directory: '/usr/share/elasticsearch',
		entrypoint: ['/bin/tini', '--', '/usr/local/bin/docker-entrypoint.sh'],
		cmd: ['eswrapper'],
		programs: Object.fromEntries(
			['eswrapper', 'elasticsearch'].map((name) => [
				name,
				{
					readyMs: 15_000,
					serves: [
						{
							port: 9200,
							http: site(
								'{"name":"elasticsearch-0","cluster_name":"docker-cluster","tagline":"You Know, for Search"}\n',
								paths('{"status":"green"}', '/_cluster/health', '/_cat/health'),
							),
						},
						{port: 9300},
					],
					log: ['{"log.level":"INFO","message":"initialized"}', '{"log.level":"INFO","message":"started"}'],
					term: {exit: 143, afterMs: 1500},
				},
			]),
		),
	},
	{
		names: ['library/cassandra', 'gcr.io/google-samples/cassandra'],
		startMemory: '600Mi',
		size: megabytes(190),
		shell: 'bash',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['cassandra', '-f'],
		programs: Object.fromEntries(
			['cassandra', 'run.sh'].map((name) => [
				name,
				{
					readyMs: 12_000,
					serves: [{port: 9042}, {port: 7000}, {port: 7001}, {port: 7199}],
					log: ['INFO  [main] Startup complete'],
					term: {exit: 143, afterMs: 1000},
				},
			]),
		),
		tools: {
			nodetool: [
				{
					when: 'status',
					output: 'UN  127.0.0.1  65.26 KiB  32  100.0%  rack1\n',
					asks: 9042,
					refused: {output: 'nodetool: Failed to connect to 127.0.0.1:7199\n', exit: 1},
				},
				{},
			],
			cqlsh: [{asks: 9042, refused: {output: 'Connection error\n', exit: 1}}],
			'ready-probe.sh': [{output: '', asks: 9042, refused: {output: '', exit: 1}}],
		},
	},
	{
		names: [
			'library/etcd',
			'quay.io/coreos/etcd',
			'gcr.io/etcd-development/etcd',
			'registry.k8s.io/etcd',
			'k8s.gcr.io/etcd',
			'bitnami/etcd',
		],
		size: megabytes(60),
		shell: false,
		cmd: ['etcd'],
		programs: {
			etcd: {
				readyMs: 1000,
				serves: [
					{
						port: 2379,
						options: ['--listen-client-urls'],
						// The tutorial about gRPC probes asks it.
						grpc: {'*': [{serving: 'SERVING'}]},
						http: site('', paths('{"health":"true","reason":""}', '/health', '/version', '/readyz', '/livez')),
					},
					{port: 2380},
				],
				log: ['{"level":"info","msg":"ready to serve client requests"}'],
			},
		},
		tools: {
			etcdctl: [
				{
					when: 'endpoint health',
					output: '127.0.0.1:2379 is healthy: successfully committed proposal\n',
					asks: 2379,
					refused: {output: 'Error: unhealthy cluster\n', exit: 1},
				},
				{asks: 2379, refused: {output: 'Error: context deadline exceeded\n', exit: 1}},
			],
		},
	},
	{
		names: ['minio/minio', 'quay.io/minio/minio'],
		tools: {mc: [{}]},
		size: megabytes(60),
		shell: 'bash',
		entrypoint: ['/usr/bin/docker-entrypoint.sh'],
		cmd: ['minio'],
		programs: {
			minio: {
				forMs: 100,
				exit: 0,
				log: ['NAME:', '  minio - High Performance Object Storage'],
				subcommands: {
					server: {
						serves: [
							{port: 9000, http: site('', paths('', '/minio/health/live', '/minio/health/ready'))},
							{port: 9001, options: ['--console-address']},
						],
						log: ['MinIO Object Storage Server', 'API: http://$IP:9000  http://127.0.0.1:9000'],
					},
				},
			},
		},
	},
];
