import type {Translation} from '../../../stages/translation.js';
import type {FaultWords} from './fault-words.js';

/** The texts of a drill that a number makes, in Russian. */
export const russian: Translation<FaultWords> = {
	faults: {
		wrongPort: ({name}) => ({
			title: `${name}: connection refused`,
			symptom: `«Любой запрос к ${name} отклоняется. А его Pod — Running и Ready».`,
			debrief:
				'Service отправлял запросы на порт, который не слушает ни одна программа. targetPort ни с чем не сверяется.',
		}),
		noEndpoints: ({name}) => ({
			title: `${name}: отказ на каждый запрос`,
			symptom: `«К ${name} невозможно подключиться. При этом его Pod — Running и Ready».`,
			debrief:
				'Service выбирал метки, которых нет ни у одного Pod: его EndpointSlice был пуст, и любой запрос отклонялся.',
		}),
		goneQuiet: ({name, replicas}) => ({
			title: `${name}: перестал отвечать`,
			symptom: `«У ${name} было ${replicas} Pod. Теперь ${name} больше не отвечает, и kubectl get pods ничего о нём не показывает».`,
			debrief: 'Кто-то уменьшил Deployment до нуля. У него было ровно столько Pod, сколько запрошено: ноль.',
		}),
		staleRules: ({name, nodes: [node = '']}) => ({
			title: `${name}: исправен, но недоступен`,
			symptom: `«После последнего релиза ${name} запросы с ${node} не проходят. Pod, Service и EndpointSlice в порядке».`,
			debrief: `kube-proxy на ${node} был мёртв, и его правила всё ещё вели к Pod, которые релиз уже заменил.`,
		}),
		missingTag: ({name}) => ({
			title: `${name}: релиз, которому нет конца`,
			symptom: `«Мы выкатили ${name} час назад. Обновление всё ещё идёт, и один Pod не готов».`,
			debrief:
				'Нового тега не существует. Старые Pod продолжали работать: скользящее обновление не убирает ни одного, пока не готов другой.',
		}),
		missingKey: ({name, setting}) => ({
			title: `${name}: новые Pod не запускаются`,
			symptom: `«После перезапуска ${name} новый Pod не запускается. Образ тот же, что и в остальных».`,
			debrief: `Из ConfigMap убрали ключ ${setting}. У работающих контейнеров остаётся то окружение, с которым они запустились, а новый создать нельзя.`,
		}),
		wrongProbe: ({name}) => ({
			title: `${name}: Running, но не готов`,
			symptom: `«Релиз ${name} завис. Его новый Pod — Running, логи в порядке, но READY — 0/1».`,
			debrief:
				'Проба проверяла порт, который не слушает ни одна программа. Неудачная проба readiness ничего не перезапускает: Pod остаётся Running и не получает трафика.',
		}),
		missingAccount: ({name}) => ({
			title: `${name}: релиз без единого Pod`,
			symptom: `«Новый релиз ${name} не создаёт ни одного Pod. Нет даже Pod в Pending».`,
			debrief:
				'Pod называли ServiceAccount, которого не существует, и admission отказывался их создавать. О таком отказе говорит событие ReplicaSet, а не Pod.',
		}),
		cordoned: ({name}) => ({
			title: `${name}: Pending после работ`,
			symptom: `«После работ все Pod ${name} в Pending. Все узлы — Ready».`,
			debrief:
				'Узлы закрыли командой cordon, и после этого не открыли командой uncordon. Ready значит, что узел работает, а не что он принимает Pod.',
		}),
		tainted: ({name}) => ({
			title: `${name}: в Pending со вчерашнего дня`,
			symptom: `«Все Pod ${name} в Pending с тех пор, как кто-то что-то пробовал на узлах».`,
			debrief:
				'Ограничение (taint) NoSchedule не пускает новые Pod; те, что уже работали, не трогали, пока их не заменили.',
		}),
		tooBig: ({name}) => ({
			title: `${name}: релиз, который завис`,
			symptom: `«Релиз ${name} завис: его Pod в Pending».`,
			debrief:
				'Новые Pod просили 64 CPU, а столько нет ни на одном узле. Планировщик считает запросы, а не то, что расходуется.',
		}),
		noQuota: ({name, replicas}) => ({
			title: `${name}: ни одного Pod`,
			symptom: `«У ${name} должно быть Pod: ${replicas}. Нет ни одного, и в Pending тоже ничего».`,
			debrief:
				'Квота не разрешала в пространстве имён ни одного Pod. То, в чём она отказывает, не создаётся, поэтому в Pending ничего нет: событие есть у ReplicaSet.',
		}),
		noScheduler: ({name}) => ({
			title: `${name}: в Pending, без событий`,
			symptom: `«Новые Pod ${name} в Pending, и у них нет ни одного события. Места хватает на каждом узле».`,
			debrief:
				'kube-scheduler был мёртв. У Pod, которому не нашлось места, есть событие с причиной; у Pod, который планировщик не рассматривал, событий нет.',
		}),
	},
	repair: 'Отменить сделанное.',
	inVain: 'Новые Pod такие же, и с ними будет то же самое.',
};
