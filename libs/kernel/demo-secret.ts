/** `tollgate-webhook-secret-for-demos`, base64: the published webhook secret of the demo account. */
export const DEMO_WEBHOOK_SECRET = 'dG9sbGdhdGUtd2ViaG9vay1zZWNyZXQtZm9yLWRlbW9z';
