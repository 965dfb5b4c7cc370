import {editDistance} from '../kernel/edit-distance.js';

/**
The repositories of `docker.io/library`: those of August 2026, and earlier ones that can still be pulled.

@see https://github.com/docker-library/official-images
*/
const names = `
	adminer adoptopenjdk aerospike almalinux alpine alt amazoncorretto amazonlinux api-firewall arangodb archlinux
	azul-zulu backdrop bash bonita buildpack-deps busybox caddy cassandra celery centos chronograf cirros clearlinux
	clefos clickhouse clojure composer consul convertigo couchbase couchdb crate crux dart debian django docker
	docker-dev drupal eclipse-mosquitto eclipse-temurin eggdrop elasticsearch elixir emqx erlang espocrm euleros
	express-gateway fedora flink fluentd friendica fsharp gazebo gcc geonetwork ghost glassfish golang gradle groovy
	haproxy haskell haxe hello-seattle hello-world hipache hitch hola-mundo httpd hylang ibm-semeru-runtimes ibmjava
	influxdb iojs irssi java jenkins jetty jobber joomla jruby julia kaazing-gateway kapacitor kibana known kong
	krakend lightstreamer liquibase logstash mageia mariadb matomo maven mediawiki memcached mongo mongo-express
	monica mono mysql nats nats-streaming neo4j neurodebian nextcloud nginx nim node notary nuxeo odoo open-liberty
	openjdk opensuse oraclelinux orientdb owncloud percona perl photon php php-zendserver phpmyadmin piwik plone
	postfixadmin postgres pypy python r-base rabbitmq rails rakudo-star rapidoid redis redmine registry rethinkdb
	rocket.chat rockylinux ros ruby rust sapmachine satosa sentry silverpeas sl solr sonarqube sourcemage spark
	spiped storm swarm swift swipl teamspeak telegraf thrift tomcat tomee traefik ubuntu ubuntu-debootstrap
	ubuntu-upstart unit varnish vault websphere-liberty wordpress xwiki yourls znc zookeeper
`;

let all: ReadonlySet<string> | undefined;

const officialImages = (): ReadonlySet<string> => (all ??= new Set(names.trim().split(/\s+/)));

/** Whether `docker.io/library` has a repository. The list is closed: the registry refuses every other name. */
export const isOfficialImage = (repository: string): boolean => officialImages().has(repository);

/**
Official images of which `docker.io/library` has no tag `latest`: their publishers want users to name a version.

@see https://github.com/docker-library/docs/pull/1743
@see https://github.com/docker-library/official-images/issues/12797
*/
const withoutLatest: ReadonlySet<string> = new Set([
	'elasticsearch',
	'kibana',
	'logstash',
	'oraclelinux',
	'rockylinux',
]);

/** Whether `docker.io/library` has no tag `latest` of an official image. */
export const isWithoutLatest = (repository: string): boolean => withoutLatest.has(repository);

/** The official image that a misspelt name means: `nginx` for `ngnix`. */
export const officialImageLike = (repository: string): string | undefined =>
	repository.length < 4 || isOfficialImage(repository)
		? undefined
		: [...officialImages()].find((name) => name.length > 3 && editDistance(repository, name, {swaps: true}) === 1);
