import {everywhere, megabytes, site, type KnownImage, type KnownProgram} from '../known-image.js';

const application = (
	names: readonly string[],
	size: number,
	port: number,
	{program, ...more}: {readonly program: string} & Partial<KnownImage> & {readonly main?: KnownProgram},
): KnownImage => ({
	names,
	size: megabytes(size),
	shell: 'bash',
	cmd: [program],
	programs: {[program]: {serves: [{port, http: everywhere('<!DOCTYPE html>')}], ...more.main}},
	...more,
});

/** Applications that tutorials deploy. */
export const applications: readonly KnownImage[] = [
	{
		names: ['library/wordpress', 'bitnami/wordpress'],
		size: megabytes(230),
		shell: 'dash',
		directory: '/var/www/html',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['apache2-foreground'],
		stopSignal: 'SIGWINCH',
		programs: {
			'apache2-foreground': {
				readyMs: 1500,
				serves: [
					{
						port: 80,
						http: {
							'/': [{status: 302, to: '/wp-admin/install.php'}],
							'*': [{status: 200, body: '<title>WordPress &rsaquo; Installation</title>'}],
						},
					},
				],
				log: [
					'WordPress not found in /var/www/html - copying now...',
					'Complete! WordPress has been successfully copied to /var/www/html',
					"[core:notice] [pid 1] AH00094: Command line: 'apache2 -D FOREGROUND'",
				],
			},
			'php-fpm': {serves: [{port: 9000}]},
		},
		tools: {php: [{when: '^-v$|^--version$', output: 'PHP 8.2.28 (cli)\n'}, {}], wp: [{}]},
		variants: [{tags: /fpm/, cmd: ['php-fpm'], stopSignal: 'SIGQUIT'}],
	},
	{
		names: ['library/ghost', 'bitnami/ghost'],
		directory: '/var/lib/ghost',
		tools: {ghost: [{}]},
		size: megabytes(180),
		shell: 'bash',
		entrypoint: ['docker-entrypoint.sh'],
		cmd: ['node', 'current/index.js'],
		programs: Object.fromEntries(
			['node', 'npm'].map((name) => [
				name,
				{
					readyMs: 4000,
					serves: [{port: 2368, http: everywhere('<title>Ghost</title>')}],
					log: ['INFO Ghost is running in production...', 'INFO Ghost boot 4.0s'],
				},
			]),
		),
	},
	{
		names: ['dockersamples/examplevotingapp_vote'],
		size: megabytes(70),
		shell: 'dash',
		cmd: ['gunicorn', 'app:app', '-b', '0.0.0.0:80'],
		programs: {
			gunicorn: {
				serves: [{port: 80, http: site('<title>Cats vs Dogs!</title>')}],
				log: ['[INFO] Listening at: http://0.0.0.0:80 (1)'],
			},
			python: {serves: [{port: 80, http: site('<title>Cats vs Dogs!</title>')}]},
		},
	},
	{
		names: ['dockersamples/examplevotingapp_result'],
		size: megabytes(80),
		shell: 'dash',
		entrypoint: ['/usr/bin/tini', '--'],
		cmd: ['node', 'server.js'],
		programs: {
			node: {
				serves: [{port: 80, http: site('<title>Cats vs Dogs -- Result</title>')}],
				log: ['App running on port 80', 'Connected to db'],
			},
		},
	},
	{
		names: ['dockersamples/examplevotingapp_worker'],
		size: megabytes(90),
		shell: 'dash',
		cmd: ['dotnet', 'Worker.dll'],
		programs: {dotnet: {log: ['Connected to db', 'Found redis at 10.0.0.1', 'Connecting to redis']}, java: {}},
	},
	{
		names: ['dockercoins/worker'],
		size: megabytes(60),
		shell: 'ash',
		cmd: ['python', 'worker.py'],
		programs: {python: {log: ['INFO:__main__:1 units of work done, updating hash counter']}},
	},
	{
		names: ['dockercoins/rng'],
		size: megabytes(60),
		shell: 'ash',
		cmd: ['python', 'rng.py'],
		programs: {
			python: {
				serves: [{port: 80, http: everywhere('RNG running on $HOSTNAME\n')}],
				log: [' * Running on http://0.0.0.0:80/ (Press CTRL+C to quit)'],
			},
		},
	},
	{
		names: ['dockercoins/hasher'],
		size: megabytes(80),
		shell: 'ash',
		cmd: ['ruby', 'hasher.rb'],
		programs: {
			ruby: {
				serves: [{port: 80, http: everywhere('HASHER running on $HOSTNAME\n')}],
				log: ['== Sinatra has taken the stage on 80 for development with backup from Thin'],
			},
		},
	},
	{
		names: ['dockercoins/webui'],
		size: megabytes(70),
		shell: 'ash',
		cmd: ['node', 'webui.js'],
		programs: {
			node: {serves: [{port: 80, http: everywhere('<title>DockerCoins</title>')}], log: ['WEBUI running on port 80']},
		},
	},
	{
		names: ['paulbouwer/hello-kubernetes'],
		size: megabytes(50),
		shell: 'ash',
		cmd: ['npm', 'start'],
		programs: {npm: {serves: [{port: 8080, variable: 'PORT', http: everywhere('<title>Hello Kubernetes!</title>')}]}},
	},
	{
		names: ['stefanprodan/podinfo', 'ghcr.io/stefanprodan/podinfo'],
		size: megabytes(25),
		shell: 'ash',
		user: '100',
		cmd: ['./podinfo'],
		programs: {
			podinfo: {
				serves: [
					{port: 9898, options: ['--port'], http: everywhere('{"status":"OK"}')},
					{port: 9999, options: ['--grpc-port'], grpc: {'*': [{serving: 'SERVING'}], '': [{serving: 'SERVING'}]}},
				],
				log: ['{"level":"info","msg":"Starting podinfo"}'],
			},
		},
		tools: {podcli: [{output: 'OK\n'}]},
	},
	application(['library/registry', 'registry'], 10, 5000, {
		program: 'registry',
		shell: 'ash',
		entrypoint: ['/entrypoint.sh'],
		cmd: ['/etc/distribution/config.yml'],
		programs: Object.fromEntries(
			['config.yml', 'registry'].map((name) => [
				name,
				{serves: [{port: 5000, http: everywhere('{}')}], log: ['level=info msg="listening on [::]:5000"']},
			]),
		),
	}),
	application(['library/adminer'], 40, 8080, {program: 'php', entrypoint: ['entrypoint.sh']}),
	application(['library/phpmyadmin', 'phpmyadmin/phpmyadmin'], 200, 80, {
		program: 'apache2-foreground',
		entrypoint: ['/docker-entrypoint.sh'],
		stopSignal: 'SIGWINCH',
	}),
	application(['library/mongo-express'], 60, 8081, {
		program: 'mongo-express',
		entrypoint: ['/sbin/tini', '--', '/docker-entrypoint.sh'],
	}),
	application(
		['library/nextcloud', 'library/drupal', 'library/joomla', 'library/mediawiki', 'library/matomo'],
		350,
		80,
		{program: 'apache2-foreground', entrypoint: ['/entrypoint.sh'], stopSignal: 'SIGWINCH'},
	),
	application(['jenkins/jenkins', 'library/jenkins'], 270, 8080, {
		program: 'jenkins.sh',
		user: '1000',
		entrypoint: ['/usr/bin/tini', '--', '/usr/local/bin/jenkins.sh'],
		cmd: [],
		main: {
			readyMs: 15_000,
			serves: [{port: 8080, http: everywhere('<title>Jenkins</title>')}, {port: 50_000}],
			term: {exit: 143, afterMs: 500},
		},
	}),
	application(['library/sonarqube'], 600, 9000, {
		program: 'sonar.sh',
		entrypoint: ['/opt/sonarqube/docker/entrypoint.sh'],
	}),
	application(['gitea/gitea'], 60, 3000, {program: 's6-svscan', entrypoint: ['/usr/bin/entrypoint']}),
	application(['library/tomcat'], 200, 8080, {
		program: 'catalina.sh',
		cmd: ['catalina.sh', 'run'],
		main: {
			readyMs: 2000,
			serves: [{port: 8080, http: {'*': [{status: 404, body: 'HTTP Status 404'}]}}],
			log: ['INFO [main] org.apache.catalina.startup.Catalina.start Server startup in [512] milliseconds'],
			term: {exit: 143, afterMs: 300},
		},
	}),
	application(['library/kibana', 'docker.elastic.co/kibana/kibana'], 350, 5601, {
		program: 'kibana-docker',
		user: '1000',
		entrypoint: ['/bin/tini', '--'],
		cmd: ['/usr/local/bin/kibana-docker'],
	}),
	application(['portainer/portainer', 'portainer/portainer-ce'], 90, 9000, {
		program: 'portainer',
		shell: false,
		entrypoint: ['/portainer'],
		cmd: [],
	}),
	application(['dockersamples/visualizer'], 60, 8080, {program: 'npm', cmd: ['npm', 'start']}),
];
