import {everywhere, megabytes, paths, site, type KnownImage, type KnownProgram} from '../known-image.js';

const java = {exit: 143, afterMs: 500};

const rabbit: KnownProgram = {
	readyMs: 6000,
	serves: [{port: 5672, variable: 'RABBITMQ_NODE_PORT'}, {port: 25_672}, {port: 4369}],
	log: [
		'  ##  ##      RabbitMQ 4.1.0',
		'  Starting broker... completed with 4 plugins.',
		'[info] <0.9.0> Server startup complete; 4 plugins started.',
	],
	term: {exit: 0, afterMs: 1500},
};

const rabbitTools: NonNullable<KnownImage['tools']> = {
	'rabbitmq-diagnostics': [
		{
			when: 'ping',
			output: 'Ping succeeded\n',
			asks: 5672,
			refused: {output: 'Error: unable to perform an operation on node\n', exit: 69},
		},
		{
			when: 'check_running|check_port_connectivity|check_local_alarms|status',
			output: '',
			asks: 5672,
			refused: {output: 'Error: unable to perform an operation on node\n', exit: 69},
		},
		{asks: 5672, refused: {output: 'Error: unable to perform an operation on node\n', exit: 69}},
	],
	'rabbitmq-plugins': [{}],
	rabbitmqadmin: [{}],
	rabbitmqctl: [{asks: 5672, refused: {output: 'Error: unable to perform an operation on node\n', exit: 69}}],
};

/** Brokers, coordination, secrets and monitoring. */
export const infrastructure: readonly KnownImage[] = [
	{
		names: ['library/rabbitmq', 'bitnami/rabbitmq'],
		size: megabytes(110),
		shell: 'bash',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['rabbitmq-server'],
		programs: {'rabbitmq-server': rabbit},
		tools: rabbitTools,
		variants: [
			{
				tags: /management/,
				programs: {
					'rabbitmq-server': {
						...rabbit,
						serves: [
							...(rabbit.serves ?? []),
							{port: 15_672, http: everywhere('<!DOCTYPE html><title>RabbitMQ Management</title>')},
							{port: 15_692},
						],
					},
				},
			},
		],
	},
	{
		names: ['apache/kafka', 'confluentinc/cp-kafka', 'bitnami/kafka', 'confluentinc/cp-server'],
		size: megabytes(380),
		shell: 'bash',
		user: '1000',
		cmd: ['/etc/kafka/docker/run'],
		programs: Object.fromEntries(
			['run', 'kafka-server-start.sh', 'run.sh'].map((name) => [
				name,
				{
					readyMs: 5000,
					serves: [{port: 9092}, {port: 9093}],
					log: ['[KafkaRaftServer nodeId=1] Kafka Server started (kafka.server.KafkaRaftServer)'],
					term: java,
				},
			]),
		),
		tools: {
			...Object.fromEntries(
				['topics', 'console-producer', 'console-consumer', 'consumer-groups', 'configs', 'acls', 'storage'].flatMap(
					(name) =>
						['.sh', ''].map((end) => [
							`kafka-${name}${end}`,
							[{asks: 9092, refused: {output: 'Connection to node -1 could not be established.\n', exit: 1}}],
						]),
				),
			),
			'kafka-broker-api-versions.sh': [{output: '', asks: 9092, refused: {output: '', exit: 1}}],
		},
	},
	{
		names: [
			'library/zookeeper',
			'confluentinc/cp-zookeeper',
			'bitnami/zookeeper',
			'registry.k8s.io/kubernetes-zookeeper',
			'k8s.gcr.io/kubernetes-zookeeper',
			'gcr.io/google_containers/kubernetes-zookeeper',
		],
		size: megabytes(120),
		shell: 'bash',
		entrypoint: ['/docker-entrypoint.sh'],
		cmd: ['zkServer.sh', 'start-foreground'],
		programs: Object.fromEntries(
			['zkServer.sh', 'start-zookeeper', 'run'].map((name) => [
				name,
				{
					readyMs: 2000,
					serves: [{port: 2181}, {port: 2888}, {port: 3888}, {port: 8080, http: everywhere('{}')}],
					log: ['binding to port 0.0.0.0/0.0.0.0:2181'],
					term: java,
				},
			]),
		),
		tools: {
			'zkCli.sh': [{asks: 2181, refused: {output: 'KeeperErrorCode = ConnectionLoss for /\n', exit: 1}}],
			'zookeeper-ready': [{output: '', asks: 2181, refused: {output: '', exit: 1}}],
			'zkServer.sh': [
				{
					when: 'status',
					output: 'Mode: standalone\n',
					asks: 2181,
					refused: {output: 'Error contacting service. It is probably not running.\n', exit: 1},
				},
			],
			'zkOk.sh': [{output: '', asks: 2181, refused: {output: '', exit: 1}}],
		},
	},
	{
		names: ['hashicorp/vault', 'library/vault'],
		size: megabytes(160),
		shell: 'ash',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['server', '-dev'],
		programs: Object.fromEntries(
			['server', 'vault'].map((name) => [
				name,
				{
					serves: [{port: 8200, http: everywhere('{"initialized":true,"sealed":false,"standby":false}')}, {port: 8201}],
					log: ['==> Vault server started! Log data will stream in below:'],
				},
			]),
		),
		tools: {
			vault: [
				{
					when: 'status',
					output: 'Sealed          false\n',
					asks: 8200,
					refused: {
						output:
							'Error checking seal status: Get "https://127.0.0.1:8200/v1/sys/seal-status": dial tcp 127.0.0.1:8200: connect: connection refused\n',
						exit: 1,
					},
				},
				{},
			],
		},
	},
	{
		names: ['hashicorp/consul', 'library/consul'],
		size: megabytes(70),
		shell: 'ash',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['agent', '-dev', '-client', '0.0.0.0'],
		programs: Object.fromEntries(
			['agent', 'consul'].map((name) => [
				name,
				{
					serves: [
						{port: 8500, http: everywhere('"10.0.0.1:8300"')},
						{port: 8300},
						{port: 8301},
						{port: 8302},
						{port: 8600},
						{port: 8502},
					],
					log: ['==> Consul agent running!'],
				},
			]),
		),
		tools: {consul: [{}]},
	},
	{
		names: ['prom/prometheus', 'quay.io/prometheus/prometheus'],
		size: megabytes(110),
		shell: 'ash',
		user: '65534',
		directory: '/prometheus',
		entrypoint: ['/bin/prometheus'],
		cmd: ['--config.file=/etc/prometheus/prometheus.yml', '--storage.tsdb.path=/prometheus'],
		programs: {
			prometheus: {
				serves: [
					{
						port: 9090,
						options: ['--web.listen-address'],
						http: site(
							'<a href="/graph">Found</a>',
							paths('Prometheus Server is Healthy.\n', '/-/healthy', '/-/ready', '/metrics', '/graph'),
						),
					},
				],
				log: ['level=INFO msg="Server is ready to receive web requests."'],
			},
		},
		tools: {promtool: [{}]},
		files: {'/etc/prometheus/prometheus.yml': {file: 'global:\n  scrape_interval: 15s\n'}},
	},
	{
		names: ['prom/alertmanager', 'quay.io/prometheus/alertmanager'],
		size: megabytes(30),
		shell: 'ash',
		user: '65534',
		entrypoint: ['/bin/alertmanager'],
		programs: {
			alertmanager: {serves: [{port: 9093, options: ['--web.listen-address'], http: everywhere('OK')}, {port: 9094}]},
		},
	},
	{
		names: ['prom/node-exporter', 'quay.io/prometheus/node-exporter'],
		size: megabytes(12),
		shell: 'ash',
		user: '65534',
		entrypoint: ['/bin/node_exporter'],
		programs: {
			node_exporter: {
				serves: [{port: 9100, options: ['--web.listen-address'], http: everywhere('# metrics\n')}],
				log: ['level=INFO msg="Listening on" address=[::]:$PORT'],
			},
		},
	},
	{
		names: ['grafana/grafana', 'grafana/grafana-oss'],
		tools: {'grafana-cli': [{}], grafana: [{}]},
		size: megabytes(150),
		shell: 'ash',
		user: '472',
		entrypoint: ['/run.sh'],
		programs: {
			'run.sh': {
				readyMs: 3000,
				serves: [
					{
						port: 3000,
						variable: 'GF_SERVER_HTTP_PORT',
						http: site(
							'<a href="/login">Found</a>',
							paths('{"database":"ok"}', '/api/health', '/healthz', '/robots.txt', '/login'),
						),
					},
				],
				log: ['logger=http.server level=info msg="HTTP Server Listen" address=[::]:$PORT protocol=http'],
			},
		},
	},
	{
		names: ['grafana/loki'],
		size: megabytes(25),
		shell: false,
		user: '10001',
		entrypoint: ['/usr/bin/loki'],
		cmd: ['-config.file=/etc/loki/local-config.yaml'],
		// 7946: the ring of its parts, which every usual configuration has.
		programs: {loki: {serves: [{port: 3100, http: everywhere('ready\n')}, {port: 9095}, {port: 7946}]}},
	},
	{
		names: ['otel/opentelemetry-collector', 'otel/opentelemetry-collector-contrib'],
		size: megabytes(90),
		shell: false,
		user: '10001',
		entrypoint: ['/otelcol-contrib'],
		cmd: ['--config', '/etc/otelcol-contrib/config.yaml'],
		programs: Object.fromEntries(
			['otelcol-contrib', 'otelcol'].map((name) => [
				name,
				{
					serves: [
						{port: 4317, grpc: {'*': [{serving: 'SERVING'}]}},
						{port: 4318, http: everywhere('')},
						{port: 13_133, http: everywhere('{"status":"Server available"}')},
						{port: 8888, http: everywhere('')},
					],
					log: ['info	Everything is ready. Begin running and processing data.'],
					// Its receivers are written in a configuration that is not read.
					runsCode: true,
				},
			]),
		),
	},
];
