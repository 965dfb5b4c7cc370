import type {StageFacts} from '../facts.js';
import type {Sentences} from '../sentence.js';
import {apiserverSentences} from './apiserver.js';
import {clientSentences} from './client.js';
import {clusterSentences} from './cluster.js';
import {controllersSentences} from './controllers.js';
import {etcdSentences} from './etcd.js';
import {kubectlSentences} from './kubectl.js';
import {kubeletSentences} from './kubelet.js';
import {networkSentences} from './network.js';
import {schedulerSentences} from './scheduler.js';

/** What stops say in English. */
export const english: Sentences<StageFacts> = {
	...kubectlSentences,
	...apiserverSentences,
	...etcdSentences,
	...clientSentences,
	...controllersSentences,
	...schedulerSentences,
	...kubeletSentences,
	...networkSentences,
	...clusterSentences,
};
