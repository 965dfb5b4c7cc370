import {apiserverSentences} from './apiserver.js';
import {clientSentences} from './client.js';
import {clusterSentences} from './cluster.js';
import {controllersSentences} from './controllers.js';
import {etcdSentences} from './etcd.js';
import {chineseLabels} from './labels.js';
import {kubectlSentences} from './kubectl.js';
import {kubeletSentences} from './kubelet.js';
import {networkSentences} from './network.js';
import {lossWords} from './network/traffic.js';
import {schedulerSentences} from './scheduler.js';
import {apiserverTitles} from './titles/apiserver.js';
import {controllersTitles} from './titles/controllers.js';
import {etcdTitles} from './titles/etcd.js';
import {kubectlTitles} from './titles/kubectl.js';
import {kubeletTitles} from './titles/kubelet.js';
import {networkTitles} from './titles/network.js';
import {schedulerTitles} from './titles/scheduler.js';
import type {Translation} from '../translation.js';
import type {LanguageTable} from '../language-table.js';

/** The Chinese texts of stages. */
export const chinese: Translation<LanguageTable> = {
	sentences: {
		...kubectlSentences,
		...apiserverSentences,
		...etcdSentences,
		...clientSentences,
		...controllersSentences,
		...schedulerSentences,
		...kubeletSentences,
		...networkSentences,
		...clusterSentences,
	},
	losses: lossWords,
	titles: {
		...kubectlTitles,
		...apiserverTitles,
		...etcdTitles,
		...controllersTitles,
		...schedulerTitles,
		...kubeletTitles,
		...networkTitles,
	},
	labels: chineseLabels,
};
