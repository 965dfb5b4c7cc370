/** Messages about dumps, recordings, a server and assumptions, whole lines, in Russian, as in `../russian.ts`. */
export const notes: ReadonlyArray<readonly [english: string, translation: string]> = [
	['… more keys are set twice: the last value counts', 'ещё ключей, заданных дважды: $1; считается последнее'],
	[
		'dump: missing schedulers: …; Pods that name one and have no node wait',
		'дамп: такого планировщика здесь нет: $1; Pod, которые его называют и не имеют узла, ждут',
	],
	['dump: Pods are on nodes that the dump does not have: …', 'дамп: Pod на узлах, которых в дампе нет: $1'],
	[
		'dump: admission webhooks allow everything, as the simulation does not call them: …',
		'дамп: admission webhook не вызываются и считаются разрешающими всё: $1',
	],
	['dump: the simulation does not serve aggregated APIs: …', 'дамп: API других серверов не обслуживаются: $1'],
	[
		'dump: a dump has no metrics: autoscalers see the usage of simulated containers',
		'дамп: метрик в дампе нет: автомасштабирование видит потребление симулируемых контейнеров',
	],
	['dump: simulated CSI drivers replace the real ones: …', 'дамп: вместо настоящих драйверов CSI — симулируемые: $1'],
	[
		'dump: the controllers of custom resources are missing: nothing acts on …',
		'дамп: контроллеров пользовательских ресурсов нет: ничто не обрабатывает $1',
	],
	[
		'dump: the kubelets of nodes that are not Ready in the dump are down (:restart kubelet/… starts one): …',
		'дамп: в дампе не Ready, поэтому их kubelet остановлены (:restart kubelet/$1 запускает): $2',
	],
	[
		'dump: nodes without a podCIDR get one for their new Pods, from 10.244.0.0/14',
		'дамп: узлы без podCIDR получают его для новых Pod из 10.244.0.0/14',
	],
	['dump: no Nodes in the dump: the simulation has …', 'дамп: в дампе нет узлов: в нём $1'],
	[
		'dump: no Nodes in the dump; the simulation creates those that Pods run on, with the usual size: …',
		'дамп: в дампе нет узлов: созданы те, на которых Pod, обычного размера: $1',
	],
	[
		'dump: no … in the dump: those that Pods name are created with empty values: …',
		'дамп: в дампе нет $1: созданы те, что называют Pod, с пустыми значениями: $2',
	],
	['dump: no … in the dump; those that Pods name are …: …', 'дамп: в дампе нет $1: те, что называют Pod, — $2: $3'],
	[
		'dump: the simulation creates namespaces that the dump lacks: …',
		'дамп: созданы пространства имён, которых в дампе нет: $1',
	],
	['dump: left out kinds that v1.36 does not have: …', 'дамп: пропущено, в v1.36 таких видов нет: $1'],
	['dump: present more than once; the latest copy counts: …', 'дамп: встречается не раз, считается последний: $1'],
	['dump: left out …, which is incomplete: …', 'дамп: пропущен неполный $1: $2'],
	['dump: v1.36 would not accept … again: …', 'дамп: v1.36 не принял бы $1 снова: $2'],
	[
		'dump: and … more that v1.36 would not accept or that are incomplete',
		'дамп: и ещё $1, которые v1.36 не принял бы или которые неполны',
	],
	['the recording contains the values of …', 'запись содержит значения: $1'],
	['the recording has other texts in place of the values of …', 'в записи заменены значения: $1'],
	[
		'it lacks the last … stops: without the values, the run took a different path there',
		'в ней нет последних остановок ($1): без этих значений прогон там пошёл иначе',
	],
	[
		'warning: any client that reaches … can connect. Without a certificate from this kubeconfig or a token from --token-auth-file, the client is system:anonymous; keep the kubeconfig private.',
		'предупреждение: подключиться может любой клиент, которому доступен $1. Без сертификата из этого kubeconfig и токена из --token-auth-file он — system:anonymous; храните kubeconfig в тайне.',
	],
	['simulated time has caught up', 'время симуляции догнало часы'],
	[
		'simulated time is … s behind: this machine is too busy for this speed. Simulated time catches up when there is less to do.',
		'время симуляции отстаёт на $1 с: машина слишком занята для такой скорости. Оно догонит, когда работы станет меньше.',
	],
	['the output cannot be written: …', 'вывод не записывается: $1'],
	[
		'the run differs from the recording, which another version of the program made',
		'прогон отличается от записанного: запись сделана другой версией программы',
	],
	['futures in this recording: …; :futures lists them', 'варианты будущего в записи: $1; :futures перечисляет их'],
	[
		'no file defines the namespace …: it is assumed to exist; did you mean …?',
		'ни один файл не определяет пространство имён $1: предполагается, что оно есть; возможно, имелось в виду $2?',
	],
	[
		'no file defines the namespace …: it is assumed to exist',
		'ни один файл не определяет пространство имён $1: предполагается, что оно есть',
	],
	[
		'no file defines the … …: it is assumed to exist, with … behind it',
		'ни один файл не определяет $1 $2: предполагается, что он есть и за ним $3',
	],
	[
		'the volume driver … is assumed to be installed and to create each volume',
		'предполагается, что драйвер томов $1 установлен и создаёт каждый том',
	],
	[
		'the NFS server … is assumed to answer and to export the folder',
		'предполагается, что сервер NFS $1 отвечает и экспортирует папку',
	],
	[
		'a node with the labels … and with room for … is assumed to exist',
		'предполагается узел с метками $1 и местом для $2',
	],
	['a node with the labels … is assumed to exist', 'предполагается узел с метками $1'],
	['a node with room for … is assumed to exist', 'предполагается узел с местом для $1'],
	['nodes are assumed to have the label …', 'предполагается, что у узлов есть метка $1'],
	[
		'nodes are assumed to enforce AppArmor, and to have the profiles that Pods name',
		'предполагается, что узлы применяют AppArmor и имеют профили, которые называют Pod',
	],
	['no file defines … of …: it is not checked', 'ни один файл не определяет $1 из $2: он не проверяется'],
	[
		'the controller of … makes the … …/…: it is assumed to exist',
		'контроллер $1 создаёт $2 $3/$4: предполагается, что он есть',
	],
	['the controller of … is assumed to make such Pods', 'предполагается, что такие Pod создаёт контроллер $1'],
	['… in … makes such Pods, and is judged there', 'такие Pod создаёт $1 в $2, там он и оценивается'],
	['… is assumed to exist and to have a scale subresource', 'предполагается, что $1 есть и имеет подресурс scale'],
	['the controller of … is assumed to make the Service …', 'предполагается, что Service $2 создаёт контроллер $1'],
	['… is served only from … on', '$1 доступен только с $2'],
	['… exists from … on, and is off by default there', '$1 есть с $2, по умолчанию выключен'],
	[
		'… is off by default: kube-apiserver serves it with --runtime-config=…=true',
		'$1 по умолчанию выключен: kube-apiserver обслуживает его с --runtime-config=$2=true',
	],
	['… has not been served since …', '$1 не обслуживается с $2'],
	['… was added in …: before that, it is an unknown field', '$1 появился в $2: раньше это неизвестное поле'],
	['… has been an unknown field since …', '$1 — неизвестное поле с $2'],
	['…: the value … was added in …', '$1: значение $2 появилось в $3'],
	['…: the value … has not been supported since …', '$1: значение $2 не поддерживается с $3'],
	[
		'… needs the feature gate …, which that version does not have: the apiserver refuses the value',
		'$1 требует feature gate $2, которого в той версии нет: apiserver отклоняет значение',
	],
	[
		'… needs the feature gate …, which is off by default …: the apiserver refuses the value',
		'$1 требует feature gate $2, выключенного по умолчанию $3: apiserver отклоняет значение',
	],
	[
		'… needs the feature gate …, which is off by default…: the apiserver does not keep the field',
		'$1 требует feature gate $2, выключенного по умолчанию$3: apiserver не сохраняет поле',
	],
	['… has been deprecated since …, and is removed in …', '$1 устарел с $2 и удаляется в $3'],
	['… has been deprecated since …', '$1 устарел с $2'],
	['… is not simulated: it is not checked', '$1 не симулируется: не проверяется'],
	[
		'…: … does not accept it, so its effect is not simulated',
		'$1: $2 его не принимает, поэтому его действие не симулируется',
	],
	['…: … does not accept it, so the object is not checked', '$1: $2 его не принимает, поэтому объект не проверяется'],
	[
		'… is set twice (first on line …): the last value counts',
		'$1 задано дважды (впервые в строке $2): считается последнее',
	],
	[
		'… of … requests to … get no answer during the upgrade…',
		'при обновлении $1 из $2 запросов к $3 остаются без ответа$4',
	],
	[
		'the new files lack …: kubectl apply leaves it in the cluster',
		'в новых файлах нет $1: kubectl apply оставляет его в кластере',
	],
	[
		'✓ …  level …, … repair…, … failed attempt…, … stops',
		'✓ $1  уровень $2, починок $3, напрасных попыток $5, остановок $7',
	],
	['✓ …  … steps, … stops, fingerprint …', '✓ $1  шагов $2, остановок $3, отпечаток $4'],
	[
		'✓ …  … points, … criteria, … solution… played, … near misses, … stops',
		'✓ $1  баллов $2, критериев $3, проверено решений $4, почти верных $6, остановок $7',
	],
	['✓ …  … task…, … domains', '✓ $1  задач $2, разделов $4'],
	['claims covered: … of …', 'покрыто утверждений: $1 из $2'],
	['not covered yet: …', 'ещё не покрыты: $1'],
	[
		'…: … of … lessons, drills and tasks translated; missing: …',
		'$1: переведено уроков, тренировок и задач $2 из $3; нет: $4',
	],
	['…: … of … lessons, drills and tasks translated', '$1: переведено уроков, тренировок и задач $2 из $3'],
	['all holds; waiting for a change, Ctrl-C ends', 'всё верно; жду изменений, Ctrl-C завершает'],
	['mistakes to correct; waiting for a change, Ctrl-C ends', 'есть что исправить; жду изменений, Ctrl-C завершает'],
	['…: every text of the program is translated', '$1: переведены все тексты программы'],
];
