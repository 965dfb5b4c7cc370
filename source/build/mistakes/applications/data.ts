import type {Application} from './application.js';
import {redisStatefulSet, memcachedBesideServer, rabbitmqWithTwoPorts} from './data/caches.js';
import {
	postgresWithSecret,
	mysqlWithConfiguration,
	mongoWithVariables,
	databaseThatJobFills,
} from './data/databases.js';
import {volumeThatIsThere, filesOfInitContainer} from './data/volumes.js';

/** Databases, caches and volumes. A plan's number selects by this order. */
export const data: readonly Application[] = [
	postgresWithSecret,
	redisStatefulSet,
	mysqlWithConfiguration,
	volumeThatIsThere,
	mongoWithVariables,
	memcachedBesideServer,
	databaseThatJobFills,
	filesOfInitContainer,
	rabbitmqWithTwoPorts,
];
