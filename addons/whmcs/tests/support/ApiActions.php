<?php

/** Every action of WHMCS's API, as its documentation listed them in January 2026. */
final class ApiActions
{
    private const NAMES = 'AcceptOrder AcceptQuote ActivateModule AddAnnouncement AddBannedIp AddBillableItem AddCancelRequest AddClient '
        . 'AddClientNote AddContact AddCredit AddInvoicePayment AddOrder AddPayMethod AddProduct AddProjectMessage '
        . 'AddProjectTask AddTicketNote AddTicketReply AddTransaction AddUser AffiliateActivate ApplyCredit '
        . 'BlockTicketSender CancelOrder CapturePayment CloseClient CreateClientInvite CreateInvoice CreateOAuthCredential '
        . 'CreateOrUpdateTLD CreateProject CreateQuote CreateSsoToken DeactivateModule DecryptPassword DeleteAnnouncement '
        . 'DeleteClient DeleteContact DeleteOAuthCredential DeleteOrder DeletePayMethod DeleteProjectTask DeleteQuote '
        . 'DeleteTicket DeleteTicketNote DeleteTicketReply DeleteUserClient DomainGetLockingStatus DomainGetNameservers '
        . 'DomainGetWhoisInfo DomainRegister DomainRelease DomainRenew DomainRequestEPP DomainToggleIdProtect '
        . 'DomainTransfer DomainUpdateLockingStatus DomainUpdateNameservers DomainUpdateWhoisInfo DomainWhois '
        . 'EncryptPassword EndTaskTimer FraudOrder GenInvoices GetActivityLog GetAdminDetails GetAdminUsers GetAffiliates '
        . 'GetAnnouncements GetAutomationLog GetCancelledPackages GetClientGroups GetClientPassword GetClients '
        . 'GetClientsAddons GetClientsDetails GetClientsDomains GetClientsProducts GetConfigurationValue GetContacts '
        . 'GetCredits GetCurrencies GetEmailTemplates GetEmails GetHealthStatus GetInvoice GetInvoices '
        . 'GetModuleConfigurationParameters GetModuleQueue GetOrderStatuses GetOrders GetPayMethods GetPaymentMethods '
        . 'GetPermissionsList GetProducts GetProject GetProjects GetPromotions GetQuotes GetRegistrars GetServers '
        . 'GetStaffOnline GetStats GetSupportDepartments GetSupportStatuses GetTLDPricing GetTicket GetTicketAttachment '
        . 'GetTicketCounts GetTicketNotes GetTicketPredefinedCats GetTicketPredefinedReplies GetTickets '
        . 'GetToDoItemStatuses GetToDoItems GetTransactions GetUserPermissions GetUsers ListOAuthCredentials LogActivity '
        . 'MergeTicket ModuleChangePackage ModuleChangePw ModuleCreate ModuleCustom ModuleSuspend ModuleTerminate '
        . 'ModuleUnsuspend OpenTicket OrderFraudCheck PendingOrder ResetPassword SendAdminEmail SendEmail SendQuote '
        . 'SetConfigurationValue StartTaskTimer TriggerNotificationEvent UpdateAdminNotes UpdateAnnouncement UpdateClient '
        . 'UpdateClientAddon UpdateClientDomain UpdateClientProduct UpdateContact UpdateInvoice UpdateModuleConfiguration '
        . 'UpdateOAuthCredential UpdatePayMethod UpdateProject UpdateProjectTask UpdateQuote UpdateTicket '
        . 'UpdateTicketReply UpdateToDoItem UpdateTransaction UpdateUser UpdateUserPermissions UpgradeProduct '
        . 'ValidateLogin WhmcsDetails';

    /**
     * Those that a call takes.
     * @param callable(string): string $refusalOf the code that a call of an action is refused with
     * @return list<string>
     */
    public static function takenBy(callable $refusalOf): array
    {
        return array_values(array_filter(explode(' ', self::NAMES), function (string $action) use ($refusalOf): bool {
            return $refusalOf($action) !== 'unknown_call';
        }));
    }
}
