import type { Texts } from './texts.js';

export const JAPANESE: Texts = {
  language: 'ja',
  testMode: 'テストモード',
  liveMode: '本番モード',
  emulated: 'Tollgate によるエミュレーションです。実際のお金は動きません。',
  timeLeft: '残り時間',
  refuse: '拒否する',
  returnTo: (merchant) => `${merchant} に戻る`,
  failures: {
    payment_expired: '支払い期限切れ',
    payment_rejected: '支払いの拒否',
    failed_processing: '処理の失敗',
    invalid_account: 'この支払い方法で使える口座がありません',
    insufficient_fund: '残高不足',
    invalid_security_code: 'セキュリティコードの誤り',
    stolen_or_lost_card: '盗難または紛失したカード',
    failed_fraud_check: '不正利用の疑い',
    invalid_account_number: '口座番号の誤り',
    expired_card: 'カードの有効期限切れ',
  },
  errors: {
    refused: {
      title: 'リクエストを処理できません',
      note: '前のページに戻って、もう一度お試しください。解決しない場合は、ショップにお知らせください。',
    },
    missing: { title: 'ページが見つかりません', note: 'このアドレスには何もありません。ショップに戻って、最初からやり直してください。' },
    unavailable: { title: '現在ご利用いただけません', note: 'しばらく待ってから、このページを再読み込みしてください。' },
    broken: { title: 'エラーが発生しました', note: '詳しい原因は分かりません。このページを再読み込みするか、ショップに戻ってください。' },
  },
  payment: {
    purpose: '安全なお支払い',
    title: (merchant) => `${merchant} へのお支払い`,
    method: 'お支払い方法',
    description: '内容',
    reference: (number) => `参照番号 ${number}`,
    charge: '課金 ID',
    pay: '支払う',
    failBecause: 'または、次の理由で支払いを失敗させる',
    methods: {
      plain: (name) => name,
      app: (name) => `${name} アプリ`,
      installments: (name) => `${name} 分割払い`,
      card_installments: (name) => `${name} カード分割払い`,
      points: (name) => `${name} ポイント`,
      counters: (name) => `コンビニ、${name}、ネットバンキング`,
    },
    qrCode: 'QR コード',
    scanWith: (wallet) => `パソコンをお使いの場合は、${wallet} アプリで読み取るか、このままお進みください。`,
    scanWithAny: 'パソコンをお使いの場合は、銀行またはウォレットのアプリで読み取るか、このままお進みください。',
    continueIn: (app) => `${app} で続ける`,
    appWouldOpen: (app) =>
      `スマートフォンでは、ここで ${app} アプリが開きます。このページはその代わりです。下のボタンで承認または拒否してください。`,
    confirmWithBank: 'カード発行会社による本人確認',
    issuerWouldAsk: (card, bank) =>
      `ここで ${card} の発行会社${bank && `（${bank}）`}がワンタイムパスワード（3-D セキュア）を求めます。このページはその代わりです。下のボタンで承認または拒否してください。`,
    missing: {
      title: 'お支払いが見つかりません',
      note: 'このアドレスに該当するお支払いはありません。ショップに戻って、もう一度やり直してください。',
    },
    outcomes: {
      authorized: { title: 'お支払いが承認されました', note: '代金は、ご注文の準備ができた時点で請求されます。' },
      successful: { title: 'お支払いが完了しました', note: 'ショップに通知しました。' },
      failed: { title: 'お支払いに失敗しました', note: '代金は請求されていません。' },
      expired: {
        title: 'お支払いの期限が切れました',
        note: '期限までにお支払いがありませんでした。代金は請求されていません。',
      },
      reversed: {
        title: 'お支払いが取り消されました',
        note: 'ショップがお支払いを取り消しました。代金は請求されていません。',
      },
    },
  },
  registration: {
    purpose: '安全な口座登録',
    title: (merchant) => `${merchant} への口座登録`,
    bank: '銀行',
    account: '口座',
    linkedAccount: '連携口座 ID',
    register: '口座を登録する',
    failBecause: 'または、次の理由で登録を失敗させる',
    continueAt: (bank) => `${bank} で続ける`,
    bankWouldAsk: (bank, merchant) =>
      `ここで ${bank} が、ご本人であること、登録する口座、${merchant} による引き落としへの同意を確認します。このページはその代わりです。下のボタンで登録または拒否してください。`,
    missing: {
      title: '登録が見つかりません',
      note: 'このアドレスに該当する登録待ちの口座はありません。ショップに戻って、もう一度やり直してください。',
    },
    outcomes: {
      successful: { title: '口座が登録されました', note: '今後、ショップはその都度の確認なしにこの口座から引き落とせます。' },
      failed: { title: '登録に失敗しました', note: '口座は登録されませんでした。' },
      expired: { title: '登録の期限が切れました', note: '期限までに口座が登録されませんでした。' },
    },
  },
};
